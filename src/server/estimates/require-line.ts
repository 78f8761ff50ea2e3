import { invalid } from '#base/app-error.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { textOf } from './read-value.ts'
import { modelNamed } from './stored-version.ts'

/** Refuses with `invalid` and this message what is written for anything but a line of its own version. */
export async function requireLine(
  context: RecordContext,
  changes: readonly RecordChange[],
  message: string,
): Promise<void> {
  const written = changes.flatMap(({ after }) => (after ? [after] : []))
  const lines = await loadObjects(context, modelNamed(context, 'estimate_lines'), [
    ...linkedIds(written, 'line'),
  ])
  const known = new Map(lines.map(({ id, attributes }) => [id, attributes]))
  for (const values of written) {
    const line = known.get(textOf(values, 'line') ?? '')
    if (!line || textOf(line, 'version') !== textOf(values, 'version') || textOf(line, 'kind') !== 'line')
      throw invalid([{ path: 'line', code: 'line', message }])
  }
}
