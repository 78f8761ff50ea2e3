import { z } from 'zod'
import { listOf, textOf } from '../estimates/read-value.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { elementOf } from '../takeoff/element-of.ts'
import { readElements } from '../takeoff/read-elements.ts'
import { defineCommand } from './command.ts'

const most = 1000

/** The elements of the building models of a run that no rule has counted; of many the first thousand are told. */
export const uncoveredByTakeoff = defineCommand({
  name: 'takeoff.uncovered',
  title: 'Look at what is not counted',
  input: z.strictObject({ run: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { run }) {
    const { attributes } = await visibleRow(context, 'takeoff_runs', run, 'read')
    const items = await rowsOf(context, 'takeoff_items', 'run', [run])
    const counted = new Set(
      items.flatMap(({ attributes: item }) =>
        textOf(item, 'quantity') === null ? [] : (textOf(item, 'element') ?? []),
      ),
    )
    const fields = ['id', 'name', 'ifc_class', 'type_name', 'storey']
    const rows = await readElements(context, listOf(attributes, 'model_versions'), { fields })
    const left = rows.map(elementOf).filter(({ id, counts }) => counts && !counted.has(id))
    return {
      count: left.length,
      elements: left.slice(0, most).map(({ id, facts }) => ({ id, ...facts })),
    }
  },
})
