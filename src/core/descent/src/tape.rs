//! Reverse-mode differentiation of scalars: every intermediate value stays on the tape under its name, so that each partial
//! derivative can be shown with the numbers that it was made from (Griewank and Walther, "Evaluating Derivatives", 2008, ch. 3).

/// A value on a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(usize);

/// How a value came about. Each takes `+ - * /` alone, so that the last bit is the same on every machine.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// What the derivatives are asked for.
    Parameter,
    /// What is given and does not change.
    Data,
    Product(Id, Id),
    Difference(Id, Id),
    Square(Id),
    /// `x / (1 + |x|)`: grows ever more slowly, towards 1 and −1.
    Softsign(Id),
    Sum(Vec<Id>),
    Mean(Vec<Id>),
}

/// A value with its name and what it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<N> {
    pub name: N,
    pub op: Op,
    pub value: f64,
}

/// What a value's derivative gets through one of the values made from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub through: Id,
    /// The derivative of `through` by the value.
    pub local: f64,
    /// The derivative of the root by `through`.
    pub upstream: f64,
}

impl Share {
    /// The chain rule's product.
    pub fn product(self) -> f64 {
        self.local * self.upstream
    }
}

/// The derivatives of one value by all others on its tape.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient(Vec<f64>);

impl Gradient {
    pub fn by(&self, id: Id) -> f64 {
        self.0[id.0]
    }
}

/// Values in the order in which they were computed: each is made from earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Tape<N> {
    nodes: Vec<Node<N>>,
}

impl<N> Tape<N> {
    pub fn new() -> Tape<N> {
        Tape { nodes: Vec::new() }
    }

    pub fn node(&self, id: Id) -> &Node<N> {
        &self.nodes[id.0]
    }

    pub fn value(&self, id: Id) -> f64 {
        self.node(id).value
    }

    /// All values, the first first.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id> + use<N> {
        (0..self.nodes.len()).map(Id)
    }

    pub fn parameter(&mut self, name: N, value: f64) -> Id {
        self.push(name, Op::Parameter, value)
    }

    pub fn data(&mut self, name: N, value: f64) -> Id {
        self.push(name, Op::Data, value)
    }

    pub fn product(&mut self, name: N, a: Id, b: Id) -> Id {
        self.push(name, Op::Product(a, b), self.value(a) * self.value(b))
    }

    pub fn difference(&mut self, name: N, a: Id, b: Id) -> Id {
        self.push(name, Op::Difference(a, b), self.value(a) - self.value(b))
    }

    pub fn square(&mut self, name: N, a: Id) -> Id {
        self.push(name, Op::Square(a), self.value(a) * self.value(a))
    }

    pub fn softsign(&mut self, name: N, a: Id) -> Id {
        self.push(name, Op::Softsign(a), softsign(self.value(a)))
    }

    pub fn sum(&mut self, name: N, all: Vec<Id>) -> Id {
        let value = self.total(&all);
        self.push(name, Op::Sum(all), value)
    }

    /// Of at least one value.
    pub fn mean(&mut self, name: N, all: Vec<Id>) -> Id {
        let value = self.total(&all) / all.len() as f64;
        self.push(name, Op::Mean(all), value)
    }

    /// The derivatives of `root`, from it back to the first value.
    ///
    /// O(values and what they were made from).
    pub fn backward(&self, root: Id) -> Gradient {
        let mut by = vec![0.0; self.nodes.len()];
        by[root.0] = 1.0;
        for id in self.ids().rev() {
            let upstream = by[id.0];
            self.locals(id, &mut |operand, local| by[operand.0] += local * upstream);
        }
        Gradient(by)
    }

    /// What the derivative by `id` is the sum of, in the order in which [`Tape::backward`] adds.
    pub fn shares(&self, gradient: &Gradient, id: Id) -> Vec<Share> {
        let mut found = Vec::new();
        for through in self.ids().rev() {
            self.locals(through, &mut |operand, local| {
                if operand == id {
                    found.push(Share { through, local, upstream: gradient.by(through) });
                }
            });
        }
        found
    }

    /// Names each of what a value was made from, with the value's derivative by it.
    fn locals(&self, id: Id, each: &mut dyn FnMut(Id, f64)) {
        match &self.node(id).op {
            Op::Parameter | Op::Data => {}
            Op::Product(a, b) => {
                each(*a, self.value(*b));
                each(*b, self.value(*a));
            }
            Op::Difference(a, b) => {
                each(*a, 1.0);
                each(*b, -1.0);
            }
            Op::Square(a) => each(*a, 2.0 * self.value(*a)),
            Op::Softsign(a) => {
                let room = 1.0 + self.value(*a).abs();
                each(*a, 1.0 / (room * room));
            }
            Op::Sum(all) => all.iter().for_each(|one| each(*one, 1.0)),
            Op::Mean(all) => all.iter().for_each(|one| each(*one, 1.0 / all.len() as f64)),
        }
    }

    fn push(&mut self, name: N, op: Op, value: f64) -> Id {
        self.nodes.push(Node { name, op, value });
        Id(self.nodes.len() - 1)
    }

    fn total(&self, all: &[Id]) -> f64 {
        all.iter().fold(0.0, |total, id| total + self.value(*id))
    }
}

/// See [`Op::Softsign`].
pub fn softsign(x: f64) -> f64 {
    x / (1.0 + x.abs())
}
