"""Makes libs/mapping/src/drawings/layout/labels.ttf, the font in which drawings are laid out.

Only the boxes of letters count, and the renderer reads the whole font for each letter. So this is DejaVu Sans Condensed, which is as
wide as Arial, without everything but the box of each letter: 9 kB instead of 680.

    pip install fonttools==4.66.1
    python tools/label-font/build.py DejaVuSansCondensed.ttf libs/mapping/src/drawings/layout/labels.ttf

The DejaVu fonts are free: https://dejavu-fonts.github.io/License.html
"""

import sys

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

# The same as LETTERS of layout.ts, which writes an M for any other.
LETTERS = [*range(0x20, 0x7F), 0xA0, *map(ord, "°²³·×–—−‘’“”…•€£№"), *range(0x391, 0x3CA), *range(0x410, 0x450)]

source, target = sys.argv[1:]
font = TTFont(source)
options = subset.Options(hinting=False, layout_features=[], notdef_outline=True, glyph_names=False, name_IDs=[0])
options.drop_tables += ["MATH", "GSUB", "GPOS", "GDEF", "kern"]
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=LETTERS)
subsetter.subset(font)

glyphs = font["glyf"]
boxes = {}
for name in font.getGlyphOrder():
    glyph = glyphs[name]
    if glyph.numberOfContours:
        glyph.recalcBounds(glyphs)
        boxes[name] = (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax)
for name in font.getGlyphOrder():
    pen = TTGlyphPen(None)
    if name in boxes:
        left, bottom, right, top = boxes[name]
        pen.moveTo((left, bottom))
        for corner in ((left, top), (right, top), (right, bottom)):
            pen.lineTo(corner)
        pen.closePath()
    glyphs[name] = pen.glyph()

for name_id, text in ((1, "Labels"), (2, "Regular"), (4, "Labels"), (6, "Labels")):
    font["name"].setName(text, name_id, 3, 1, 0x409)
font.save(target)
