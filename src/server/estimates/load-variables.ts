import {
  workOutVariables,
  type EstimateVariable,
  type WorkedOutVariables,
} from '#estimating/work-out-variables.ts'
import type { RecordContext } from '../records/record-context.ts'
import { textOf } from './read-value.ts'
import { rowsOf } from './stored-version.ts'

/** The variables of a version, worked out. A workspace may do without them. */
export const loadVariables = async (context: RecordContext, version: string): Promise<WorkedOutVariables> =>
  workOutVariables(await storedVariables(context, version))

/** The variables of a version as they are stored. */
export async function storedVariables(context: RecordContext, version: string): Promise<EstimateVariable[]> {
  const there = context.workspace.models.has('estimate_variables')
  const rows = there ? await rowsOf(context, 'estimate_variables', 'version', [version]) : []
  return rows.map(({ id, attributes }) => ({
    id,
    key: textOf(attributes, 'key') ?? '',
    label: textOf(attributes, 'label') ?? '',
    unit: textOf(attributes, 'unit'),
    formula: textOf(attributes, 'formula') ?? '',
  }))
}
