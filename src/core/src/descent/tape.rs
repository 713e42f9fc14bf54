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
            for (operand, local) in self.locals(id) {
                by[operand.0] += local * by[id.0];
            }
        }
        Gradient(by)
    }

    /// What the derivative by `id` is the sum of, in the order in which [`Tape::backward`] adds.
    pub fn shares(&self, gradient: &Gradient, id: Id) -> Vec<Share> {
        let mut found = Vec::new();
        for through in self.ids().rev() {
            let own = self.locals(through).into_iter().filter(|(operand, _)| *operand == id);
            found.extend(own.map(|(_, local)| Share { through, local, upstream: gradient.by(through) }));
        }
        found
    }

    /// What a value was made from, each with the value's derivative by it.
    pub fn locals(&self, id: Id) -> Vec<(Id, f64)> {
        match &self.node(id).op {
            Op::Parameter | Op::Data => Vec::new(),
            Op::Product(a, b) => vec![(*a, self.value(*b)), (*b, self.value(*a))],
            Op::Difference(a, b) => vec![(*a, 1.0), (*b, -1.0)],
            Op::Square(a) => vec![(*a, 2.0 * self.value(*a))],
            Op::Softsign(a) => {
                let room = 1.0 + self.value(*a).abs();
                vec![(*a, 1.0 / (room * room))]
            }
            Op::Sum(all) => all.iter().map(|one| (*one, 1.0)).collect(),
            Op::Mean(all) => all.iter().map(|one| (*one, 1.0 / all.len() as f64)).collect(),
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
