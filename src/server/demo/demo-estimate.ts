import { z } from 'zod'
import { must } from '#base/assert.ts'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import type { Caller } from '../database/in-tenant.ts'
import { forkVersion } from '../estimates/fork-version.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { withRecords } from '../records/open-records.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects, type ObjectChange } from '../records/update-objects.ts'
import type { Services } from '../services.ts'
import { readDemoJson } from './demo-files.ts'
import { create, currentOf, issue, pairs } from './demo-writer.ts'

const text = z.string()
const lineSchema = z.strictObject({
  title: text,
  unit: text,
  quantity: text,
  /** Of labour, for one unit. */
  hours: text.optional(),
  material: z.strictObject({ name: text, price: text }).optional(),
  /** What machines cost for one unit. */
  equipment: text.optional(),
})
const estimateSchema = z.strictObject({
  name: text,
  description: text,
  labour: z.strictObject({ name: text, price: text }),
  /** The measure that cost groups are measured by. */
  area: z.strictObject({ key: text, label: text, unit: text, formula: text }),
  markups: z.array(z.record(text, z.union([text, z.array(text)]))),
  sections: z.array(
    z.strictObject({
      title: text,
      /** Of DIN 276. */
      cost_group: text,
      lines: z.array(lineSchema),
    }),
  ),
})
type DemoEstimate = z.output<typeof estimateSchema>

/**
 * An estimate in two versions, the first of them issued, and a variant, written by the owner of the demo. `links`: the
 * project and the customer it is for.
 */
export async function writeDemoEstimate(
  services: Services,
  owner: Caller,
  links: Readonly<Record<string, string>>,
): Promise<void> {
  const demo = estimateSchema.parse(readDemoJson('estimate.json'))
  await withRecords({ caller: owner, services }, async (context) => {
    const [estimate] = await create(context, 'estimates', [
      { name: demo.name, description: demo.description, ...links },
    ])
    const first = await currentOf(context, must(estimate))
    await keptOnce(context, { definition: true }, () => writeContent(context, demo, first))
    await issue(context, first)
    const second = await forkVersion(context, first, { label: 'After the meeting' })
    await revise(context, second, '1.04')
    const variant = await forkVersion(context, first, { variant: 'timber', label: 'Upper floors in timber' })
    await revise(context, variant, '0.97')
  })
}

async function writeContent(context: RecordContext, demo: DemoEstimate, version: string): Promise<void> {
  const { sections, labour } = demo
  await create(context, 'estimate_variables', [{ version, ...demo.area }])
  const tops = await create(
    context,
    'estimate_lines',
    sections.map(({ title }) => ({ version, kind: 'section', title })),
  )
  const groups = await pairs(context, 'cost_groups', 'code', 'id')
  const lines = sections.flatMap((section, at) =>
    section.lines.map((line) => ({
      line,
      parent: tops[at],
      group: must(groups.get(section.cost_group), `cost group ${section.cost_group}`),
    })),
  )
  const ids = await create(
    context,
    'estimate_lines',
    lines.map(({ line: { title, unit, quantity }, parent, group }) => ({
      version,
      parent,
      title,
      unit,
      quantity,
      cost_group: group,
    })),
  )
  const resources = lines.flatMap(({ line }, at) => {
    const place = { version, line: ids[at] }
    const { hours, material, equipment } = line
    return [
      ...(hours ? [{ ...place, path: '1', type: 'labour', unit: 'h', qty_per_unit: hours, ...labour }] : []),
      ...(material
        ? [{ ...place, path: '2', type: 'material', unit: line.unit, qty_per_unit: '1', ...material }]
        : []),
      ...(equipment
        ? [
            {
              ...place,
              path: '3',
              type: 'equipment',
              unit: line.unit,
              qty_per_unit: '1',
              name: 'Machines',
              price: equipment,
            },
          ]
        : []),
    ]
  })
  await create(context, 'estimate_resources', resources)
  await create(
    context,
    'estimate_markups',
    demo.markups.map((markup) => ({ ...markup, version })),
  )
}

/** Changes what a new version is there for: some quantities, an option more, something left out. */
async function revise(context: RecordContext, version: string, factor: string): Promise<void> {
  const where = {
    and: [
      { field: 'version', op: 'eq' as const, value: version },
      { field: 'kind', op: 'eq' as const, value: 'line' },
    ],
  }
  const { rows } = await ask(context, {
    model: 'estimate_lines',
    where,
    sort: [{ field: 'place', dir: 'asc' }],
    page: { size: 200 },
  })
  const model = modelFor(context, 'estimate_lines', 'update')
  const changes = rows.flatMap((row, at): ObjectChange[] => {
    if (at % 7 === 3)
      return [{ id: String(row.id), values: { quantity: scaled(String(row.quantity), factor) } }]
    return at % 41 === 5
      ? [{ id: String(row.id), values: { item_type: 'optional_without_total', selected: false } }]
      : []
  })
  await updateObjects(context, model, changes)
}

const scaled = (quantity: string, factor: string): string => roundHalfUp(decimal(quantity).times(factor), 2)
