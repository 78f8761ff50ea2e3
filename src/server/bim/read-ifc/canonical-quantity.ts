export type Dimension = 'length' | 'area' | 'volume' | 'weight' | 'count'

// The names quantities are called by: the buildingSMART ones, those of BaseQuantities, and what the ArchiCAD, Revit and
// Allplan exports of the English, German and Dutch editions write. Written without spaces, signs, accents and capitals.
const names = {
  length: {
    length: 'length lange lengte lengtea lengthA langeA balklengte',
    width: 'width breite breedte widthB breiteB breedteA breedteB',
    height: 'height hohe hoogte heightZSize hoheZGrosse zdimension zdimensie overallheight',
    thickness: 'thickness dicke starke dikte wandstarke wanddicke',
    depth: 'depth tiefe diepte',
    perimeter: 'perimeter umfang omtrek perimeterofthewall umfangderwand',
    gross_perimeter: 'grossperimeter bruttoumfang bruttoomtrek brutoomtrek',
    net_perimeter: 'netperimeter nettoumfang nettoomtrek',
  },
  area: {
    area: 'area flache oppervlakte oppervlak gsabimarea areaofthewall flachederwand',
    gross_area: 'grossarea bruttoflache brutooppervlakte brutooppervlak',
    net_area: 'netarea nettoflache nettooppervlakte nettooppervlak',
    gross_side_area: 'grosssidearea bruttoseitenflache brutozijoppervlakte',
    net_side_area: 'netsidearea nettoseitenflache nettozijoppervlakte',
    gross_footprint_area: 'grossfootprintarea bruttogrundrissflache',
    net_footprint_area: 'netfootprintarea nettogrundrissflache',
    gross_floor_area: 'grossfloorarea bruttogrundflache bruttobodenflache brutovloeroppervlakte',
    net_floor_area: 'netfloorarea nettogrundflache nettobodenflache nettoraumflache nettovloeroppervlakte',
    gross_ceiling_area: 'grossceilingarea bruttodeckenflache',
    net_ceiling_area: 'netceilingarea nettodeckenflache',
    gross_wall_area: 'grosswallarea bruttowandflache',
    net_wall_area: 'netwallarea nettowandflache',
    surface_area: 'surfacearea oberflachenbereich oberflache manteloppervlakte',
    gross_surface_area: 'grosssurfacearea totalsurfacearea bruttooberflache',
    net_surface_area: 'netsurfacearea nettooberflache',
    outer_surface_area: 'outersurfacearea mantelflache aussenflache',
    cross_section_area: 'crosssectionarea querschnittsflache doorsnedeoppervlakte',
  },
  volume: {
    volume: 'volume volumen inhoud rauminhalt',
    gross_volume:
      'grossvolume bruttovolumen bruttorauminhalt brutovolume grossvolumeofthewall grossvolumeoftheslab grossvolumeoftheroof bruttovolumenderwand bruttovolumenderdecke bruttovolumendesdachs',
    net_volume: 'netvolume nettovolumen nettovolume nettorauminhalt nettoinhoud',
  },
  weight: {
    weight: 'weight mass gewicht masse massa',
    gross_weight: 'grossweight bruttogewicht brutogewicht bruttomasse',
    net_weight: 'netweight nettogewicht nettomasse',
  },
  count: { count: 'count anzahl aantal stuckzahl quantity' },
} as const satisfies Record<Dimension, Record<string, string>>

type NamesOf<Kind extends Dimension> = Extract<keyof (typeof names)[Kind], string>
export type Canonical = { [Kind in Dimension]: NamesOf<Kind> }[Dimension]

const byName = new Map<string, Canonical>()
for (const [dimension, group] of Object.entries(names))
  for (const [canonical, aliases] of Object.entries(group))
    for (const alias of aliases.split(' '))
      byName.set(`${dimension} ${alias.toLowerCase()}`, canonical as Canonical)

const plain = (name: string): string =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .toLowerCase()

/**
 * The canonical name of a quantity, in whichever of the known languages it is called, if it is one of the whole element:
 * `canonicalQuantity('Netto-Volumen', 'volume')` → `'net_volume'`. Null for a part of it (“Hole Width”, “Dikte glas”) and
 * where name and dimension do not belong together.
 */
export function canonicalQuantity(name: string, dimension: Dimension): Canonical | null {
  const key = `${dimension} ${name}`
  const known = asked.get(key)
  if (known !== undefined) return known
  const found = byName.get(`${dimension} ${plain(name)}`) ?? null
  asked.set(key, found)
  return found
}

// A reader lives for one file, in which the same few hundred names come again and again.
const asked = new Map<string, Canonical | null>()

// Which of several is the one to count with, best first.
const preferred = {
  length: ['length'],
  area: [
    'net_side_area',
    'net_area',
    'net_floor_area',
    'area',
    'gross_side_area',
    'gross_area',
    'gross_floor_area',
    'net_footprint_area',
    'gross_footprint_area',
  ],
  volume: ['net_volume', 'volume', 'gross_volume'],
  weight: ['net_weight', 'weight', 'gross_weight'],
  count: ['count'],
} as const satisfies { [Kind in Dimension]: readonly NamesOf<Kind>[] }

/** The canonical names that say how long, large, heavy … an element is, best first. */
export const preferredNames = (dimension: Dimension): readonly Canonical[] => preferred[dimension]

/** Every canonical name with its dimension. */
export const canonicalDimensions: ReadonlyMap<string, Dimension> = new Map(
  (Object.keys(names) as Dimension[]).flatMap((dimension) =>
    Object.keys(names[dimension]).map((name): [string, Dimension] => [name, dimension]),
  ),
)
