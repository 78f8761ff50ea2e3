import { z } from 'zod'
import { groupBy } from '#base/group-by.ts'
import { paramValueSchema, type ParamValue } from '#contracts/recipe.ts'
import { groupItems, type TakeoffGroup } from '#estimating/take-off-lines.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'

/** What a run counted for one line. */
export interface RunGroup extends TakeoffGroup {
  title: string
  /** Titles of the sections it stands in, from the top down. */
  sections: string[]
  unit: string
  /** What its recipe is told. */
  params: Readonly<Record<string, ParamValue>>
}

/** The lines a run comes to, in the order of their rules and titles. */
export async function runGroups(
  context: RecordContext,
  run: string,
  rules: readonly StoredRow[],
): Promise<RunGroup[]> {
  modelFor(context, 'takeoff_items', 'read')
  const items = (await rowsOf(context, 'takeoff_items', 'run', [run])).map(({ attributes }) => ({
    rule: textOf(attributes, 'rule') ?? '',
    group: textOf(attributes, 'group_key') ?? '',
    quantity: textOf(attributes, 'quantity'),
    title: textOf(attributes, 'line_title') ?? '',
    section: textOf(attributes, 'section'),
    unit: textOf(attributes, 'unit') ?? '',
    params: paramsSchema.safeParse(attributes.params).data ?? {},
  }))
  const first = groupBy(items, ({ group }) => group)
  const order = new Map(rules.map(({ id }, at) => [id, at]))
  return groupItems(items)
    .map((group) => {
      const { title = '', section = null, unit = '', params = {} } = first.get(group.key)?.[0] ?? {}
      return { ...group, title, unit, params, sections: sectionsOf(section) }
    })
    .toSorted(
      (a, b) =>
        (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0) ||
        (a.title < b.title ? -1 : a.title > b.title ? 1 : a.key < b.key ? -1 : 1),
    )
}

const paramsSchema = z.record(z.string(), paramValueSchema)

const sectionsOf = (path: string | null): string[] =>
  (path ?? '')
    .split('/')
    .map((title) => title.trim())
    .filter((title) => title !== '')
