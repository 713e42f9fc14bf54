//! Draws a machine: its kitchens, what joins the chefs, what travels, and the chefs.

use petgraph::graph::EdgeIndex;

use super::art::chef::Posture;
use super::art::props;
use super::cast::{self, Doing};
use super::chips::Chips;
use super::display::{Color, DisplayList, Style, TextStyle};
use super::geom::{Area, Point, Way, Within as _};
use super::index::{RunIndex, line_rate, vertex_load};
use super::machine::{Detail, Hub, Machine};
use super::palette::{Token, hue};
use super::stage::View;
use super::ways::{self, Surface};
use super::work::Craft;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, TaskId, Work};
use kitchen_core::topology::{LinkClass, Vertex};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::format;

/// A run with its index and its layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Set<'a> {
    pub run: &'a Run,
    pub index: &'a RunIndex,
    pub machine: Machine,
    pub xray: bool,
    /// Whether an exchange shows its chips.
    pub chips: bool,
    /// What each chef does before its counter, where its vessel is to be seen.
    pub craft: Option<Craft>,
}

/// Everything that stands still.
pub(crate) fn backdrop(list: &mut DisplayList, set: &Set<'_>) {
    let machine = &set.machine;
    if machine.kitchens > 1 {
        streets(list, set);
    }
    for node in 0..machine.kitchens {
        if machine.kitchens > 1 {
            let room = machine.room(node);
            let style = if set.xray { Style::line(Token::CardLine, 1.5) } else { Style::line(Token::WallEdge, 2.5) };
            list.rect(room.x + 1.0, room.y + 1.0, room.w - 2.0, room.h - 2.0, 6.0, style);
        }
        match machine.hub {
            Hub::Corridor => corridor(list, set, node),
            Hub::Tunnels => tunnels(list, set, node),
            Hub::Exchange => exchange(list, set, node),
        }
    }
}

fn ranks_of(machine: &Machine, node: usize) -> impl Iterator<Item = usize> + '_ {
    (0..machine.gpus).filter(move |&rank| machine.node_of(rank) == node)
}

/// How wide a chef's line is.
fn line_width(machine: &Machine) -> f32 {
    match machine.detail {
        Detail::Bust => (30.0 * machine.scale).within(5.0, if machine.page_w > 0.0 { 22.0 } else { 40.0 }),
        Detail::Hat => (6.0 * machine.scale).within(2.0, 8.0),
    }
}

fn lay(list: &mut DisplayList, set: &Set<'_>, way: &Way, surface: Surface, lanes: u32, width: f32) {
    if set.xray {
        ways::wires(list, way, surface, lanes, width);
    } else {
        ways::way(list, way, surface, lanes, width);
    }
}

fn streets(list: &mut DisplayList, set: &Set<'_>) {
    let machine = &set.machine;
    let width = machine.street_h * 0.5;
    for node in 0..machine.kitchens {
        let mut stub = Way::new();
        let door = machine.door(node);
        stub.push([door[0], door[1] - 4.0]);
        stub.push([door[0], machine.street_y()]);
        lay(list, set, &stub, machine.street, 1, width * 0.8);
    }
    let road = machine.road();
    lay(list, set, &road, machine.street, 1, width);
    let crossings = crossings(set.run).clamp(1, 8);
    for crossing in 0..crossings {
        let [x, y] = road.at((crossing as f32 + 0.5) / crossings as f32, 0.0);
        let size = (machine.street_h * 0.62).min(30.0);
        if set.xray {
            let style = Style::fill(Token::Chip).outline(Token::ChipEdge, 1.2);
            list.rect(x - size * 0.7, y - size * 0.42, size * 1.4, size * 0.84, 3.0, style);
            ports(list, Area::new(x - size * 0.7, y - size * 0.42, size * 1.4, size * 0.84), 6);
        } else {
            list.art(&props::CROSSING, x, y, size / 32.0, [Color::None; 4]);
        }
    }
}

/// First-level switches of the network.
fn crossings(run: &Run) -> usize {
    run.topology.graph.node_weights().filter(|vertex| matches!(vertex, Vertex::Leaf { .. })).count()
}

fn ports(list: &mut DisplayList, chip: Area, count: usize) {
    let step = chip.w / (count as f32 + 0.5);
    for port in 0..count {
        let x = chip.x + step * (port as f32 + 0.45);
        list.rect(x, chip.bottom() - chip.h * 0.36, step * 0.55, chip.h * 0.2, 0.5, Style::fill(Token::OnChipSoft));
    }
}

fn corridor(list: &mut DisplayList, set: &Set<'_>, node: usize) {
    let machine = &set.machine;
    let board = machine.board(node);
    let stub = line_width(machine) * 1.1;
    let bar = Area::new(board.x, board.cy() - board.h * 0.36, board.w, board.h * 0.72);
    if set.xray {
        for rank in ranks_of(machine, node) {
            ways::wires(list, &machine.line(rank), Surface::Corridor, 4, stub * 0.8);
        }
        let style = Style::fill(Token::Bench).outline(Token::SandText, 1.6);
        list.rect(bar.x, bar.y, bar.w, bar.h, 4.0, style);
        boxes(list, set.run, bar, |vertex| matches!(vertex, Vertex::PcieSwitch { .. } | Vertex::Host { .. }), node);
        return;
    }
    for rank in ranks_of(machine, node) {
        machine.line(rank).trace(list, 0.0);
        list.paint(Style::line(Token::Ink, stub + 3.6));
    }
    list.rect(bar.x, bar.y, bar.w, bar.h, 7.0, Style::fill(Token::Sand).outline(Token::Ink, 2.0));
    for rank in ranks_of(machine, node) {
        machine.line(rank).trace(list, 0.0);
        list.paint(Style::line(Token::Sand, stub));
    }
    list.move_to(bar.x + 8.0, bar.cy());
    list.line_to(bar.right() - 8.0, bar.cy());
    list.paint(Style::line(Token::SandLine, 2.2).dash(11.0, 10.0));
}

/// The chips of a kind in a node, spread over an area, as boxes with ports.
fn boxes(list: &mut DisplayList, run: &Run, area: Area, is_one: impl Fn(&Vertex) -> bool, node: usize) {
    let here = |vertex: &&Vertex| {
        let of = match **vertex {
            Vertex::NvSwitch { node, .. } | Vertex::PcieSwitch { node, .. } | Vertex::Host { node, .. } => node,
            _ => u32::MAX,
        };
        of as usize == node && is_one(vertex)
    };
    let count = run.topology.graph.node_weights().filter(here).count().clamp(1, 24);
    let w = (area.w / count as f32 * 0.8).min(area.h * 1.9);
    let h = (area.h * 0.72).min(w * 1.1);
    for chip in 0..count {
        let cx = area.x + area.w * (chip as f32 + 0.5) / count as f32;
        let chip = Area::new(cx - w / 2.0, area.cy() - h / 2.0, w, h);
        list.rect(chip.x, chip.y, w, h, 2.5, Style::fill(Token::Chip).outline(Token::ChipEdge, 1.2));
        ports(list, chip, 4);
    }
}

fn tunnels(list: &mut DisplayList, set: &Set<'_>, node: usize) {
    let machine = &set.machine;
    let lane = line_width(machine) * 0.42;
    for &(a, b, lanes) in &set.index.tunnels {
        if machine.node_of(a as usize) == node && machine.node_of(b as usize) == node {
            let way = machine.tunnel(a as usize, b as usize);
            lay(list, set, &way, Surface::Tunnel, lanes, tunnel_width(lane, lanes));
        }
    }
}

/// A lane more makes a tunnel wider.
fn tunnel_width(lane: f32, lanes: u32) -> f32 {
    lane * (0.6 + 0.9 * lanes as f32).min(4.0)
}

fn exchange(list: &mut DisplayList, set: &Set<'_>, node: usize) {
    let machine = &set.machine;
    let board = machine.board(node);
    let width = line_width(machine);
    let lanes = set.index.lanes_to_exchange;
    for rank in ranks_of(machine, node) {
        lay(list, set, &machine.line(rank), Surface::Tunnel, lanes, width);
    }
    if set.xray {
        list.rect(board.x, board.y, board.w, board.h, 5.0, Style::fill(Token::Bench).outline(Token::TunnelText, 1.6));
        if set.chips {
            return Chips::new(set.run, node, board).backdrop(list, true);
        }
        boxes(list, set.run, board, |vertex| matches!(vertex, Vertex::NvSwitch { .. }), node);
        return;
    }
    let radius = (board.h * 0.16).min(10.0);
    list.rect(board.x, board.y, board.w, board.h, radius, Style::fill(Token::Board).outline(Token::Ink, 2.2));
    if set.chips {
        return Chips::new(set.run, node, board).backdrop(list, false);
    }
    let inset = (board.h * 0.13).min(8.0);
    list.rect(
        board.x + inset,
        board.y + inset,
        board.w - 2.0 * inset,
        board.h - 2.0 * inset,
        radius * 0.6,
        Style::fill(Token::BoardPanel),
    );
}

/// Everything that the playhead decides. `slip` draws what a transfer carries, over everything else: nothing may hide it.
pub(crate) fn frame(
    view: &View<'_>,
    list: &mut DisplayList,
    set: &Set<'_>,
    slip: &mut dyn FnMut(&mut DisplayList, TaskId, Point, f32),
) {
    let t = view.playhead.min(set.index.makespan);
    let mut loads = std::mem::take(&mut list.scratch);
    set.index.loads(set.run, t, &mut loads);
    glow(list, set, &loads);
    let busy = busy(set, t);
    for rank in 0..set.machine.gpus {
        figure(view, list, set, rank, t, &busy);
    }
    if set.xray && set.machine.detail == Detail::Bust {
        let facts = match set.machine.hub {
            Hub::Tunnels if set.machine.gpus > 4 => None,
            _ if set.machine.page_w == 0.0 => Some(chip_facts as fn(&mut DisplayList, &Set<'_>, usize, Time)),
            _ => Some(line_facts as fn(&mut DisplayList, &Set<'_>, usize, Time)),
        };
        for rank in 0..set.machine.gpus {
            if let Some(facts) = facts {
                facts(list, set, rank, t);
            }
        }
    }
    travellers(view, list, set, t, slip);
    list.scratch = loads;
}

/// Who sends or receives.
fn busy(set: &Set<'_>, t: Time) -> [u8; 256] {
    let mut busy = [0_u8; 256];
    for task in set.index.transfers_at(set.run, t) {
        let Work::Transfer { src, dst, .. } = set.run.graph.work[task as usize] else { continue };
        for gpu in [src, dst] {
            if let Some(flag) = busy.get_mut(gpu as usize) {
                *flag = 1;
            }
        }
    }
    busy
}

fn gpu_load(set: &Set<'_>, loads: &[f32], rank: usize) -> f32 {
    let Some(&vertex) = set.run.topology.gpus.get(rank) else { return 0.0 };
    vertex_load(set.run, loads, vertex, true).max(vertex_load(set.run, loads, vertex, false))
}

fn glow(list: &mut DisplayList, set: &Set<'_>, loads: &[f32]) {
    let machine = &set.machine;
    let width = line_width(machine);
    match machine.hub {
        Hub::Tunnels => {
            for &(a, b, lanes) in &set.index.tunnels {
                let (a, b) = (a as usize, b as usize);
                let load = pair_load(set, loads, a, b);
                if machine.node_of(a) == machine.node_of(b) && load > 0.0 {
                    let width = tunnel_width(width * 0.42, lanes);
                    ways::glow(list, &machine.tunnel(a, b), Surface::Tunnel, width * 1.3, load, set.xray);
                }
            }
        }
        hub => {
            let surface = if hub == Hub::Exchange { Surface::Tunnel } else { Surface::Corridor };
            for rank in 0..machine.gpus {
                let load = gpu_load(set, loads, rank);
                ways::glow(list, &machine.line(rank), surface, width, load, set.xray);
                if hub == Hub::Exchange && !set.xray && !set.chips {
                    sockets(list, set, loads, rank);
                }
            }
        }
    }
    if set.chips && machine.hub == Hub::Exchange {
        for node in 0..machine.kitchens {
            Chips::new(set.run, node, machine.board(node)).lamps(list, loads, set.xray);
        }
    }
    if machine.kitchens > 1 {
        let is_street = |class: LinkClass| matches!(class, LinkClass::InfiniBand | LinkClass::Ethernet);
        let links = set.run.topology.graph.edge_indices();
        let load = links
            .filter(|&edge| set.run.topology.graph.edge_weight(edge).is_some_and(|link| is_street(link.class)))
            .map(|edge| loads.get(edge.index()).copied().unwrap_or(0.0))
            .fold(0.0, f32::max);
        ways::glow(list, &machine.road(), machine.street, machine.street_h * 0.5, load, set.xray);
    }
}

fn pair_load(set: &Set<'_>, loads: &[f32], a: usize, b: usize) -> f32 {
    let graph = &set.run.topology.graph;
    let (va, vb) = (set.run.topology.gpus[a], set.run.topology.gpus[b]);
    let of = |edge: Option<EdgeIndex>| edge.and_then(|edge| loads.get(edge.index()).copied()).unwrap_or(0.0);
    of(graph.find_edge(va, vb)).max(of(graph.find_edge(vb, va)))
}

/// What a GPU sends at `t`, in bytes per second, and has left to send; or receives, where it sends nothing.
fn flow(set: &Set<'_>, rank: usize, t: Time) -> (f64, Bytes) {
    let (mut rates, mut left) = ([0.0_f64; 2], [0_u64; 2]);
    for task in set.index.transfers_at(set.run, t) {
        let Work::Transfer { src, dst, .. } = set.run.graph.work[task as usize] else { continue };
        // Between a GPU and its switch, both ends are named after the GPU.
        let ends = match set.run.graph.labels[task as usize].kind {
            Kind::SwitchReduce => [Some(src), None],
            Kind::SwitchMulticast => [None, Some(dst)],
            _ => [Some(src), Some(dst)],
        };
        for (side, _) in ends.into_iter().enumerate().filter(|&(_, gpu)| gpu == Some(rank as GpuId)) {
            rates[side] += set.index.read(set.run).rate(task, t);
            left[side] += set.index.read(set.run).remaining(task, t).0;
        }
    }
    let side = usize::from(rates[0] <= 0.0);
    (rates[side], Bytes(left[side]))
}

/// At the side of a chip that is turned away from the hub: its rate, and the bytes that wait.
fn chip_facts(list: &mut DisplayList, set: &Set<'_>, rank: usize, t: Time) {
    let (machine, (rate, left)) = (&set.machine, flow(set, rank, t));
    let (cell, chip) = (machine.cell(rank), machine.chip(rank));
    let (over, under) = (chip.y - cell.y, cell.bottom() - chip.bottom());
    let size = (over.max(under) / 2.3).min(cell.w / 6.0).min(15.0);
    if rate <= 0.0 || size < 10.9 {
        return;
    }
    let (x, first) = (chip.cx(), if over > under { chip.y - size * 1.25 } else { chip.bottom() + size });
    let style = TextStyle::new(size, Token::Text).bold().middle().within(cell.w - 2.0);
    list.write_on_card(style, x, first, |out| format::push_rate(out, Rate::bytes_per_s(rate)));
    let style = TextStyle::new((size * 0.95).max(11.0), Token::TextSoft).middle().within(cell.w - 2.0);
    list.write_on_card(style, x, first + size, |out| format::push_bytes(out, left));
}

/// The rate and the use of a GPU's line, and the bytes that wait.
fn line_facts(list: &mut DisplayList, set: &Set<'_>, rank: usize, t: Time) {
    let machine = &set.machine;
    let Some(&vertex) = set.run.topology.gpus.get(rank) else { return };
    let ((rate, left), nominal) = (flow(set, rank, t), line_rate(set.run, vertex));
    if rate <= 0.0 || nominal <= 0.0 {
        return;
    }
    // Right of the slips on the line, between the board and what stands in the cell.
    let free = machine.beside(rank);
    let x = machine.hand(rank)[0] + (line_width(machine) * 0.6).max(27.0 * slip_scale(machine)) + 2.0;
    let room = machine.cell(rank).right() - x - 1.0;
    // The share of the nominal rate only where both can be read.
    let share = room > 88.0;
    let size = (free.h * 0.42).within(11.0, 16.0).min(room / if share { 8.0 } else { 5.2 });
    if size < 10.9 || free.h < size {
        return;
    }
    let two = free.h > size * 2.05;
    let first = free.cy() + if two { -size * 0.14 } else { size * 0.36 };
    let style = TextStyle::new(size, Token::Text).bold().within(room);
    list.write_on_card(style, x, first, |out| {
        format::push_rate(out, Rate::bytes_per_s(rate));
        if share {
            out.push_str(" · ");
            format::push_percent(out, (rate / nominal * 100.0).round().min(100.0) / 100.0);
        }
    });
    if two {
        let style = TextStyle::new((size * 0.9).max(11.0), Token::TextSoft).within(room);
        list.write_on_card(style, x, first + size * 1.0, |out| format::push_bytes(out, left));
    }
}

/// Two sockets at a chef's port, out and in, lit while something flows.
fn sockets(list: &mut DisplayList, set: &Set<'_>, loads: &[f32], rank: usize) {
    let machine = &set.machine;
    let Some(&vertex) = set.run.topology.gpus.get(rank) else { return };
    let board = machine.board(machine.node_of(rank));
    let [x, y] = machine.port(rank);
    let r = match machine.detail {
        Detail::Bust => (board.h * 0.1).within(2.0, 6.0),
        Detail::Hat => (3.2 * machine.scale).within(1.2, 4.0),
    };
    let inside = if (y - board.y).abs() < 1.0 { 1.0 } else { -1.0 };
    for (side, out) in [(-1.3, true), (1.3, false)] {
        let lit = vertex_load(set.run, loads, vertex, out) > 0.002;
        let token = if lit { Token::SocketLit } else { Token::Socket };
        let cy = y + inside * (board.h * 0.13 + r * 2.2).min(board.h * 0.4);
        list.ellipse(x + side * r, cy, r, r, Style::fill(token).outline(Token::Ink, (r * 0.25).min(1.4)));
    }
}

/// What travels: at most a few slips for each pair, the first to have left; the one that the caption speaks of lies on top.
fn travellers(
    view: &View<'_>,
    list: &mut DisplayList,
    set: &Set<'_>,
    t: Time,
    slip: &mut dyn FnMut(&mut DisplayList, TaskId, Point, f32),
) {
    let machine = &set.machine;
    let small = machine.detail == Detail::Hat || machine.kitchens > 1 || machine.page_w == 0.0;
    let most = if small || machine.hub == Hub::Tunnels && machine.gpus > 4 { 1 } else { 3 };
    // When everyone sends to everyone, smaller slips keep apart; carts in a corridor do crowd.
    let many = machine.hub != Hub::Corridor && set.index.transfers_at(set.run, t).count() > 5 * machine.gpus;
    let scale = crowd_scale(machine, many);
    let kind_of = |task: TaskId| set.run.graph.labels[task as usize].kind;
    let adds = set.index.transfers_at(set.run, t).any(|task| kind_of(task) == Kind::SwitchReduce);
    if adds && machine.hub == Hub::Exchange {
        for node in 0..machine.kitchens {
            adder(list, machine.board(node));
        }
    }
    let told = view.script.beat_at(t).and_then(|beat| view.script.beats[beat].focus).map(|(_, task)| task);
    let mut on_top = None;
    let mut pairs = [0_u8; 512];
    for task in set.index.transfers_at(set.run, t) {
        let Work::Transfer { src, dst, .. } = set.run.graph.work[task as usize] else { continue };
        // Many chefs share a counter for each sender alone; few have one for each pair.
        let slot = if machine.gpus > 16 { src as usize % 512 } else { (src as usize * 16 + dst as usize) % 256 };
        let slot = slot + usize::from(kind_of(task) == Kind::SwitchMulticast && machine.gpus <= 16) * 256;
        let count = pairs[slot % 512];
        if count >= most && told != Some(task) {
            continue;
        }
        pairs[slot % 512] = (count + 1).min(most);
        let Some(way) = machine.way(set.run, task, many) else { continue };
        let part = set.index.progress(set.run, task, t);
        // In tunnels each direction keeps to its own side.
        let keep = if machine.hub == Hub::Tunnels && (machine.page_w == 0.0 || machine.is_dense()) { 9.0 } else { 4.0 };
        let apart = if machine.hub == Hub::Corridor { 6.0 } else { 13.0 };
        let side = (f32::from(count) - if most > 1 { 0.6 } else { 0.0 }) * apart * scale + keep * scale;
        let side = if many && machine.hub == Hub::Exchange { 0.0 } else { side };
        // Slips of one pair that run side by side are drawn one behind the other.
        let at = way.at((part - 0.055 * f32::from(count)).max(0.0), side);
        if told == Some(task) {
            on_top = Some((task, at));
        } else {
            parcel(list, set, task, at, scale, slip);
        }
    }
    if let Some((task, at)) = on_top {
        parcel(list, set, task, at, scale, slip);
    }
}

/// How large slips are, where there are many or few.
fn crowd_scale(machine: &Machine, many: bool) -> f32 {
    let usual = slip_scale(machine);
    match machine.hub {
        // Each receiver's slips pass at a height of their own.
        Hub::Exchange if many && machine.detail == Detail::Bust => {
            (machine.board(0).h * 0.034 / machine.gpus as f32).within(0.2, usual)
        }
        _ if many => usual * 0.6,
        _ => usual,
    }
}

/// A slip; in a corridor, on its cart.
fn parcel(
    list: &mut DisplayList,
    set: &Set<'_>,
    task: TaskId,
    at: Point,
    scale: f32,
    slip: &mut dyn FnMut(&mut DisplayList, TaskId, Point, f32),
) {
    if set.machine.hub == Hub::Corridor && !set.xray {
        list.art(&props::CART, at[0], at[1] + 11.0 * scale, scale * 0.8, [Color::Token(hue(0)); 4]);
    }
    slip(list, task, at, scale);
}

/// The size of slips on a machine.
fn slip_scale(machine: &Machine) -> f32 {
    match machine.detail {
        // Eight chefs' tunnels on a phone: coloured chits, whose numbers stand on the pages.
        Detail::Bust if machine.page_w > 0.0 && machine.is_dense() => 0.44,
        Detail::Bust if machine.page_w > 0.0 => (machine.scale * 1.35).within(0.5, 1.4),
        // As large as the hub lets them pass one another.
        // Several rings at once in a mesh: each slip inside its tunnel.
        Detail::Bust if machine.hub == Hub::Tunnels => (machine.hub_h * 0.007).within(0.26, 2.0),
        Detail::Bust => (machine.hub_h * 0.0155).min(machine.cell(0).w * 0.02).within(0.55, 3.6),
        Detail::Hat => (machine.scale * 0.42).within(0.25, 0.7),
    }
}

/// The mark of an exchange that adds.
pub(crate) fn adder(list: &mut DisplayList, board: Area) {
    let r = (board.h * 0.32).min(20.0);
    list.ellipse(board.cx(), board.cy(), r, r, Style::fill(Token::SocketLit).outline(Token::Ink, 2.0));
    let style = TextStyle::new(r * 1.35, Token::OnCloth).bold().middle();
    list.write(style, board.cx(), board.cy() + r * 0.48, format_args!("Σ"));
}

/// What a chef does at `t`, given who sends or receives.
pub(crate) fn doing(run: &Run, index: &RunIndex, gpu: GpuId, t: Time, sends: bool) -> Doing {
    if let Some(doing) = Doing::at_work(run, index, gpu, t) {
        return doing;
    }
    let posture = if sends {
        Posture::Phone
    } else if t >= index.last_end(gpu) {
        Posture::Done
    } else if t == Time::ZERO {
        Posture::Ready
    } else {
        Posture::Waiting
    };
    Doing::new(posture)
}

fn figure(view: &View<'_>, list: &mut DisplayList, set: &Set<'_>, rank: usize, t: Time, busy: &[u8; 256]) {
    let machine = &set.machine;
    let sends = busy.get(rank).is_some_and(|&flag| flag > 0);
    let doing = doing(set.run, set.index, rank as GpuId, t, sends);
    let [x, y] = machine.chef(rank);
    let s = machine.scale;
    match (machine.detail, set.xray) {
        (Detail::Bust, false) => cast::bust(list, [x, y], s, (rank, doing), set.craft),
        (Detail::Hat, false) => cast::hat(list, x, y, s, rank, doing.posture),
        (Detail::Bust, true) => {
            let area = machine.chip(rank);
            cast::chip(list, view.lang, area, rank, doing, 0, None);
        }
        (Detail::Hat, true) => {
            let token = match doing.posture {
                Posture::Waiting | Posture::Ready => Token::Die,
                Posture::Done => Token::Hue7,
                _ => Token::Hbm,
            };
            let style = Style::fill(Token::Chip).outline(Token::ChipEdge, 0.8);
            list.rect(x - 11.0 * s, y - 13.0 * s, 22.0 * s, 26.0 * s, 2.0, style);
            list.rect(x - 6.0 * s, y - 8.0 * s, 12.0 * s, 16.0 * s, 1.0, Style::fill(token));
        }
    }
}
