# Nombres de sistemas. Los que son marcas quedan como están.
system-pcie-8 = Servidor PCIe con 8 A100
system-dgx-h100-over-pcie = DGX H100, sin usar NVLink
system-h100-cube-mesh = Experimento mental: 8 H100 cableadas como una DGX-1
system-hgx = Servidor HGX
system-mesh = Servidor con enlaces directos entre sus GPUs
system-pcie = Servidor solo con PCIe
system-dgx-h100-nvlink = DGX H100 sobre switches NVLink
system-vr-nvl72 = VR NVL72 (anunciado)

# Nombres de piezas
topology-vertex-pcie-switch = Switch PCIe { $n }
topology-vertex-nic = Tarjeta de red { $n }
topology-vertex-leaf = Switch leaf { $n }
topology-vertex-spine = Switch spine { $n }

# Lo que no se puede construir, y caminos que no existen
topology-unknown-system = No hay ningún sistema «{ $id }». Elige uno de { $known }.
topology-nodes = { $asked } nodos no se puede. Elige de 1 a { $most }.
topology-gpus = { $asked } GPUs no se puede. Elige de 1 a { $most }.
topology-nics = { $asked } tarjetas de red por nodo no se puede. Elige de 1 a { $most }.
topology-port-rate = No hay puertos de { $asked } Gbit/s. Elige 10, 25, 40, 50, 100, 200, 400, 800 o 1600.
topology-no-adders = Solo los switches InfiniBand suman (SHARP). Elige un sistema cuyos servidores se unan por InfiniBand.
topology-too-many-missing = Pueden faltar como máximo { $most } piezas.
topology-no-such-part = «{ $part }» no es una pieza de este clúster, o no tantas veces. Nodos, GPUs, chips y tarjetas se cuentan desde 0.
topology-no-such-gpu = No hay ninguna GPU { $gpu }. Hay { $count } GPUs, contadas desde 0.
topology-no-route = No hay camino de la GPU { $src } a la GPU { $dst }.
topology-no-switch = La GPU { $gpu } no llega a ningún switch que sepa sumar.
