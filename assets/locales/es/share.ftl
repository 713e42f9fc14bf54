share-title = Comparte este momento
share-link = Enlace
share-embed = Para ponerlo en una página
share-element = Como una etiqueta propia, que un artículo puede dirigir (corre un script)
share-iframe = Como iframe, donde no puede correr ningún script
share-qr = Código QR del enlace
share-scan = Para una clase: los teléfonos que lo escanean abren este mismo momento.
share-copy = Copiar
share-copied = Copiado.
share-copy-by-hand = Seleccionado. Cópialo con tu teclado.
share-parts = Lo que muestra la página insertada
share-switch = Cocina y rayos X
share-controls = Controles y números
share-gantt = Línea de tiempo
share-tall = Para una columna angosta

# Lo que uno se lleva.
share-take = Llévatelo
share-svg = Imagen, SVG
share-png = Imagen, PNG
share-slide = Diapositiva con el código QR, PNG
share-figures = Números, CSV
share-spans = Línea de tiempo, CSV
share-trace = Registro para Perfetto, JSON
share-making = Haciendo { $name } …
share-saved = Guardado como { $name }.
share-failed = El navegador no pudo hacer { $name }. El SVG tiene la misma imagen.
share-take-not = Este marco no puede guardar archivos. Se pueden guardar donde el capítulo tiene su propia pestaña:
share-take-apart = ábrelo ahí
share-slide-scan = Escanéalo para seguir desde aquí.
share-column-name = Número
share-column-value = Valor

# Leer sin conexión.
share-offline = Léelo sin conexión
share-keep-what = En este dispositivo no se guarda nada, a menos que lo pidas aquí.
share-keep = Guardar este capítulo y la primera página
share-keep-home = Guardar la primera página
share-keeping = Un momento …
share-kept = Guardado en este dispositivo, { $size }: la primera página y { $chapters }. Con conexión siempre recibes la versión más nueva.
share-kept-home = Guardado en este dispositivo, { $size }: la primera página. Con conexión siempre recibes la versión más nueva.
share-remove = Quitar todo lo guardado
share-removed = Quitado. En este dispositivo no queda nada guardado.
share-keep-failed = No se pudo guardar: la red o el almacenamiento del navegador se negó.
share-keep-not = Aquí no se puede guardar nada: un navegador solo guarda páginas de una dirección con https, y fuera de marcos como este.
