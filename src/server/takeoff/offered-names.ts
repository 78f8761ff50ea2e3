import { isJsonObject } from '#base/json.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { takeoffVariables } from './takeoff-variables.ts'

/** The fields of an element that conditions of rules name in a field of their own. */
const offeredFields = ['ifc_class', 'type_name', 'materials', 'classification', 'storey'] as const
type OfferedField = (typeof offeredFields)[number]

const most = 300
const byName = (a: string, b: string): number => a.localeCompare(b)

/** What the elements of model versions are called by in these fields, each name once; none in fields that this reader may not see. */
export async function offeredTexts(
  context: RecordContext,
  versions: readonly string[],
): Promise<Record<OfferedField, string[]>> {
  const readable = context.access.readable(modelFor(context, 'bim_elements', 'read'))
  const offered: Record<OfferedField, string[]> = {
    ifc_class: [],
    type_name: [],
    materials: [],
    classification: [],
    storey: [],
  }
  for (const field of offeredFields.filter((key) => readable.has(key))) {
    const { rows } = await ask(context, {
      model: 'bim_elements',
      where: { field: 'version', op: 'in', value: [...versions] },
      group: [field],
      page: { size: most },
    })
    offered[field] = textsOf(rows.map((row) => row[field])).toSorted(byName)
  }
  return offered
}

/** The names of the property sets of these elements and of the properties in them, each once. */
export function offeredProperties(elements: readonly Readonly<Record<string, unknown>>[]): {
  sets: string[]
  properties: string[]
} {
  const sets = new Set<string>()
  const properties = new Set<string>()
  for (const { property_sets: found } of elements)
    for (const [set, held] of Object.entries(isJsonObject(found) ? found : {})) {
      sets.add(set)
      for (const name of Object.keys(isJsonObject(held) ? held : {})) properties.add(name)
    }
  return { sets: firstOf(sets), properties: firstOf(properties) }
}

/** The names a formula may read that give something of at least one of these elements; how many there are always does. */
export function offeredQuantities(elements: readonly Readonly<Record<string, unknown>>[]): string[] {
  const found = new Set<unknown>(['count'])
  for (const { quantities } of elements)
    for (const one of Array.isArray(quantities) ? (quantities as unknown[]) : [])
      if (isJsonObject(one)) found.add(one['canonical'])
  return takeoffVariables.map(({ key }) => key).filter((key) => found.has(key))
}

const textsOf = (values: readonly unknown[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '')

const firstOf = (names: ReadonlySet<string>): string[] => [...names].toSorted(byName).slice(0, most)
