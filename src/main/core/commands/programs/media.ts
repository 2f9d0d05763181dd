/** Programs for images, sound, documents and printers. */
import type { ProgramFamily } from '../program-spec.ts';

export const mediaFamily: ProgramFamily = [
  [
    `ffmpeg sox lame oggenc flac x264 HandBrakeCLI mkvmerge mkvextract MP4Box gst-launch-1.0 cwebp
    dwebp gif2webp avifenc cjxl djxl optipng pngquant oxipng jpegoptim jpegtran cjpeg djpeg
    rsvg-convert inkscape sips exiv2 potrace qrencode gifsicle pngcrush zopflipng guetzli
    ebook-convert qpdf pdftk pdfunite pdfseparate mutool ps2pdf pdf2ps gs pdftops pdftocairo
    pdfcrop img2pdf ocrmypdf tesseract`,
    {
      effects: 'writes reads network',
      phrase: 'makes new files from others',
      operands: 'loose',
      flags: { '-o --output': 'writes =out', '-dNOSAFER -sDEVICE --filter_script': 'runs =value?' },
    },
  ],
  [
    'ffprobe pdfinfo pdffonts soxi zbarimg',
    { effects: 'reads', operands: 'loose', flags: { '-o': 'writes =out' } },
  ],
  [
    `pdfimages exif jpeginfo mediainfo pdftotext pdftohtml pdftoppm antiword catdoc docx2txt unrtf
    html2text`,
    { effects: 'writes reads', operands: 'loose' },
  ],
  [
    `magick convert mogrify identify composite montage import animate display gm exiftool gimp
    blender soffice libreoffice pandoc latex pdflatex xelatex lualatex tex pdftex luatex xetex
    latexmk bibtex biber context typst asciidoctor groff nroff troff eqn pic tbl soelim enscript
    a2ps dvips plantuml mmdc highlight source-highlight`,
    { effects: 'writes runs', phrase: 'makes documents or pictures, and may start programs' },
  ],
  [
    'dot neato fdp sfdp twopi circo',
    {
      effects: 'reads',
      operands: 'reads',
      flags: { '-o': 'writes =out', '-O': 'writes', '-T -K -G -N -E -s -l': 'none =value' },
    },
  ],
  [
    'lp lpr lpq lpstat cancel lpadmin cupsfilter',
    { effects: 'runs network', phrase: 'prints, or steers printers' },
  ],
];
