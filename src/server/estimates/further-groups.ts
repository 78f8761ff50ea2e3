import type { EstimateClassification } from '#estimating/estimate-document.ts'
import type { FurtherGroups } from '#estimating/roll-up-estimate.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { textOf } from './read-value.ts'
import { furtherOf, modelNamed, type StoredRow } from './stored-version.ts'

/**
 * What lines are classified in besides their own groups, in every set, whoever asks. At most two questions, however many lines
 * there are.
 * @param stored the further groups of these lines, where they were read already
 */
export async function furtherGroups(
  context: RecordContext,
  lines: readonly string[],
  stored?: readonly StoredRow[],
): Promise<FurtherGroups> {
  const rows = stored ?? (await furtherOf(context, lines))
  const found = new Map<string, EstimateClassification[]>()
  if (rows.length === 0) return found
  const named = new Set(rows.flatMap(({ attributes }) => textOf(attributes, 'cost_group') ?? []))
  const groups = await loadObjects(context, modelNamed(context, 'cost_groups'), [...named])
  const setOf = new Map(groups.map(({ id, attributes }) => [id, textOf(attributes, 'set')]))
  for (const { attributes } of rows) {
    const [line, code] = [textOf(attributes, 'line'), textOf(attributes, 'cost_group')]
    if (line === null || code === null) continue
    const own = found.get(line) ?? []
    found.set(line, own)
    // A group that was deleted is in no set any more: it takes nothing from others.
    own.push({ set: setOf.get(code) ?? code, code, share: textOf(attributes, 'share') ?? '100' })
  }
  return found
}
