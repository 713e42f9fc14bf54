//! NCCL's topology in XML (`NCCL_TOPO_FILE`, `NCCL_TOPO_DUMP_FILE`), and hwloc's. Entities are never expanded.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::Topology;
use crate::problem::Problem;

/// The deepest nesting, and the most elements.
const MOST_DEEP: usize = 64;
const MOST_ELEMENTS: u64 = 500_000;

/// An element that is open: its name, and the device that it is or lies in.
struct Open {
    device: Option<usize>,
}

/// A PCI device.
#[derive(Default)]
struct Device {
    bus: String,
    class: String,
    has_gpu: bool,
    has_net: bool,
    has_children: bool,
}

#[derive(Default)]
struct Gathered {
    devices: Vec<Device>,
    open: Vec<Open>,
    /// NVLinks from a device to a bus.
    nvlinks: BTreeMap<(String, String), u64>,
    gpus: u64,
    nets: u64,
    root: String,
}

pub(crate) fn is(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

/// What the document says.
pub(crate) fn read(text: &str) -> Result<Topology, Problem> {
    let mut reader = Reader::from_str(text);
    let mut gathered = Gathered::default();
    let mut elements = 0;
    loop {
        let event = reader.read_event().map_err(|error| Problem::Form { form: "XML", why: error.to_string() })?;
        match event {
            Event::Start(element) => {
                gathered.element(&element)?;
                if gathered.open.len() > MOST_DEEP {
                    return Err(Problem::Deep { most: MOST_DEEP as u32 });
                }
            }
            Event::Empty(element) => {
                gathered.element(&element)?;
                gathered.open.pop();
            }
            Event::End(_) => {
                gathered.open.pop();
            }
            Event::Eof => break,
            _ => {}
        }
        elements += 1;
        if elements > MOST_ELEMENTS {
            return Err(Problem::Many { what: "elements", most: MOST_ELEMENTS });
        }
    }
    if !gathered.open.is_empty() {
        return Err(Problem::Form { form: "XML", why: "it ends early".to_owned() });
    }
    match gathered.root.as_str() {
        "system" => Ok(gathered.system()),
        "topology" => Ok(gathered.hwloc()),
        _ => Err(Problem::Unknown),
    }
}

/// The value of an element's attribute, as written.
fn attribute(element: &BytesStart<'_>, name: &str) -> String {
    let found = element.attributes().flatten().find(|attribute| attribute.key.as_ref() == name.as_bytes());
    found.map(|attribute| String::from_utf8_lossy(&attribute.value).into_owned()).unwrap_or_default()
}

impl Gathered {
    fn element(&mut self, element: &BytesStart<'_>) -> Result<(), Problem> {
        let name = String::from_utf8_lossy(element.name().as_ref()).into_owned();
        if self.root.is_empty() {
            self.root.clone_from(&name);
        }
        let around = self.open.last().and_then(|open| open.device);
        let mut device = around;
        match name.as_str() {
            "pci" => {
                if let Some(around) = around {
                    self.devices[around].has_children = true;
                }
                let (bus, class) = (attribute(element, "busid"), attribute(element, "class"));
                device = Some(self.devices.len());
                self.devices.push(Device { bus, class, ..Device::default() });
            }
            "object" if attribute(element, "type") == "PCIDev" => {
                let class = format!("0x{}", attribute(element, "pci_type"));
                self.devices.push(Device { bus: attribute(element, "pci_busid"), class, ..Device::default() });
            }
            "gpu" => {
                self.gpus += 1;
                if let Some(around) = around {
                    self.devices[around].has_gpu = true;
                }
            }
            "net" => {
                self.nets += 1;
                if let Some(around) = around {
                    self.devices[around].has_net = true;
                }
            }
            "nvlink" => {
                let count = attribute(element, "count");
                let range =
                    || Problem::Range { at: "nvlink.count".to_owned(), value: count.clone(), least: 0, most: 1024 };
                let many = count.parse::<u64>().ok().filter(|many| *many <= 1024).ok_or_else(range)?;
                let from = around.map(|around| self.devices[around].bus.clone()).unwrap_or_default();
                *self.nvlinks.entry((from, attribute(element, "target"))).or_default() += many;
            }
            _ => {}
        }
        self.open.push(Open { device });
        Ok(())
    }

    /// Display and compute devices; AMD's accelerators are of the second class.
    fn classed_gpus(&self) -> u64 {
        let is_gpu = |device: &&Device| {
            ["0x0302", "0x0300", "0x0380", "0x1200"].iter().any(|class| device.class.starts_with(class))
        };
        self.devices.iter().filter(is_gpu).filter(|device| !device.has_gpu).count() as u64
    }

    fn classed_nics(&self) -> u64 {
        let is_nic = |device: &&Device| device.class.starts_with("0x02");
        self.devices.iter().filter(is_nic).filter(|device| !device.has_net).count() as u64
    }

    fn system(&self) -> Topology {
        // Ends of the tree of which the file does not say what they are: NCCL asks the machine itself.
        let is_blank =
            |device: &&Device| device.class.is_empty() && !device.has_children && !device.has_gpu && !device.has_net;
        let is_told = self.devices.iter().filter(is_blank).count() == 0;
        let gpus = self.gpus + self.classed_gpus();
        let nics = self.nets + self.classed_nics();
        let is_gpu = |bus: &str| self.devices.iter().any(|device| device.bus == bus && device.has_gpu);
        let (mut links, mut is_switched) = (0, false);
        for ((from, to), many) in &self.nvlinks {
            if from == to {
                // A virtual machine hides where they lead.
                continue;
            }
            if !is_gpu(to) {
                is_switched = true;
                links += many;
                continue;
            }
            // Told from both ends, and once is enough.
            let back = self.nvlinks.get(&(to.clone(), from.clone())).copied();
            match back {
                Some(_) if from > to => {}
                Some(back) => links += (*many).max(back),
                None => links += many,
            }
        }
        Topology {
            format: "nccl-xml",
            gpus: (gpus > 0 || is_told).then_some(gpus),
            nics: (nics > 0 || is_told).then_some(nics),
            // Without a word of where NVLinks lead, NCCL asks the driver.
            links: (links > 0).then_some(links),
            is_switched,
            ..Topology::default()
        }
    }

    fn hwloc(&self) -> Topology {
        let (gpus, nics) = (self.classed_gpus(), self.classed_nics());
        Topology { format: "hwloc", gpus: Some(gpus), nics: Some(nics), ..Topology::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, gpus: Option<u64>, nics: Option<u64>, links: Option<u64>) {
        let found = read(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
        assert_eq!((found.gpus, found.nics, found.links), (gpus, nics, links), "{text}");
    }

    fn gpu(bus: &str, links: &[(&str, u32)]) -> String {
        let links: String =
            links.iter().map(|(to, many)| format!("<nvlink target=\"{to}\" count=\"{many}\"/>")).collect();
        format!("<pci busid=\"{bus}\" class=\"0x030200\"><gpu dev=\"0\">{links}</gpu></pci>")
    }

    #[test]
    fn systems_are_read() {
        let nic = "<pci busid=\"n\" class=\"0x020000\"><nic><net name=\"a\"/><net name=\"b\"/></nic></pci>";
        let pair = format!(
            "<system version=\"1\"><cpu>{}{}{nic}</cpu></system>",
            gpu("a", &[("b", 4)]),
            gpu("b", &[("a", 4)])
        );
        check(&pair, Some(2), Some(2), Some(4));
        let switched = gpu("a", &[("s0", 5), ("s1", 4)]) + &gpu("b", &[("s0", 5), ("s1", 4)]);
        check(&format!("<system>{switched}</system>"), Some(2), Some(0), Some(18));
        check(&format!("<system>{}</system>", gpu("a", &[("a", 12)])), Some(1), Some(0), None);
        let classes = "<system><pci busid=\"a\" class=\"0x060400\"><pci busid=\"b\" class=\"0x030200\"/><pci busid=\"c\" class=\"0x020700\"/></pci></system>";
        check(classes, Some(1), Some(1), None);
        check("<!-- a --><system><pci busid=\"a\"/></system>", None, None, None);
        let hwloc = "<topology><object type=\"PCIDev\" pci_type=\"0302 [10de:1db8]\"><object type=\"PCIDev\" pci_type=\"0207 [15b3:1]\"/></object></topology>";
        check(hwloc, Some(1), Some(1), None);
    }

    #[test]
    fn bombs_and_cuts_are_refused() {
        let bomb = "<!DOCTYPE lolz [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><lolz>&b;</lolz>";
        assert_eq!(read(bomb), Err(Problem::Unknown));
        assert_eq!(read(&"<pci>".repeat(100)), Err(Problem::Deep { most: 64 }));
        assert!(matches!(read("<system><cpu>"), Err(Problem::Form { form: "XML", .. })));
        assert!(matches!(read("<system></cpu>"), Err(Problem::Form { form: "XML", .. })));
        let many = "<system><pci busid=\"a\"><gpu><nvlink target=\"b\" count=\"-1\"/></gpu></pci></system>";
        assert!(matches!(read(many), Err(Problem::Range { .. })));
    }
}
