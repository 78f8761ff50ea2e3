import { mostJsonBytes } from '#kernel/models/json-problem.ts'
import { isStorableText } from '#kernel/models/value-formats.ts'
import type { IfcElementFacts } from './read-ifc/ifc-facts.ts'
import type { Claim, ReadStep } from './claimed-read.ts'
import { CheckedJson, insertRead } from './insert-read.ts'
import { mainQuantities, type KeptQuantity } from './main-quantities.ts'
import { expectedChange, type KnownElements } from './revisions/expected-change.ts'
import { fingerprintOf } from './revisions/fingerprint.ts'
import type { Places } from './write-nodes.ts'

const advance = `
  update app.bim_reads set elements_done = elements_done + $3, attempts = 1 where tenant_id = $1 and version_id = $2`

/**
 * Writes a portion of the elements of a version, as `elementRows` makes them. Those that are known from the version before say at
 * once what will most likely be found to have become of them. `sent` is called when they are on their way to the database.
 */
export async function writeElements(
  { context, models }: ReadStep,
  rows: readonly Readonly<Record<string, unknown>>[],
  known: KnownElements,
  sent: () => void,
): Promise<void> {
  await insertRead(context, models.elements, rows, { more: (values) => expectedChange(known, values), sent })
}

/** Notes that so many more elements are written: whoever takes the reading up goes on behind them. */
export const advanceRead = (
  { context }: ReadStep,
  { tenantId, versionId }: Claim,
  elements: number,
): Promise<unknown> => context.tx.query(advance, [tenantId, versionId, elements])

/** What is written of elements of a version. */
export const elementRows = (
  elements: readonly IfcElementFacts[],
  versionId: string,
  places: Places,
): Record<string, unknown>[] => {
  const known = new Map<string, boolean>()
  return elements.map((element) => rowOf(element, versionId, places, known))
}

const cut = (text: string | null, length = 200): string | null => text?.slice(0, length) ?? null

function rowOf(
  element: IfcElementFacts,
  version: string,
  places: Places,
  known: Map<string, boolean>,
): Record<string, unknown> {
  const { values, kept } = mainQuantities(element.quantities)
  const place = element.place === null ? undefined : places.get(element.place)
  const declared = kept.filter(({ source }) => source !== 'computed')
  return {
    ...values,
    name: cut(element.name ?? element.typeName ?? element.ifcClass),
    version,
    place: place?.id,
    storey: cut(place?.storey ?? null),
    ifc_class: element.ifcClass,
    predefined_type: cut(element.predefinedType),
    type_name: cut(element.typeName),
    materials: cut(element.materials.join(', '), 1000),
    classification: cut(element.classification, 1000),
    tag: cut(element.tag),
    has_quantities: declared.some(({ zero }) => !zero),
    zero_quantities: declared.filter(({ zero }) => zero).length,
    assumed_unit: declared.some(({ assumedUnit }) => assumedUnit),
    global_id: cut(element.globalId),
    express_id: element.expressId,
    quantities: quantitiesAsJson(kept, known),
    property_sets: element.psets.isStorable ? CheckedJson.read(element.psets.text) : null,
    fingerprint: fingerprintOf(element),
  }
}

// What a file says here is how quantities and their sets are called, which comes again and again.
function quantitiesAsJson(kept: readonly KeptQuantity[], known: Map<string, boolean>): CheckedJson | null {
  const isStorable = (name: string): boolean => {
    const found = known.get(name) ?? isStorableText(name)
    known.set(name, found)
    return found
  }
  if (kept.length === 0 || !kept.every(({ name, set = '' }) => isStorable(name) && isStorable(set)))
    return null
  const json = CheckedJson.write(kept)
  return Buffer.byteLength(json.text) > mostJsonBytes ? null : json
}
