import { invalid } from '#base/app-error.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { guardGroups } from '../cost-groups/guard-groups.ts'
import { guardContent } from '../estimates/guard-content.ts'
import { guardEstimates } from '../estimates/guard-estimates.ts'
import { guardVersions } from '../estimates/guard-versions.ts'
import { guardEntries } from '../progress/guard-entries.ts'
import { guardKept } from '../takeoff/guard-kept.ts'
import type { RecordContext } from '../records/record-context.ts'
import { attempt, type OnRefused, type Refusals } from '../records/refusals.ts'
import type { ComingWrite, StandardGuard } from './standard-guard.ts'

/** What is asked before records of the standard models are written, by their keys. */
const allGuards: Readonly<Record<string, StandardGuard>> = {
  cost_groups: guardGroups,
  estimate_lines: guardContent,
  estimate_markups: guardContent,
  estimate_quotes: guardContent,
  estimate_resources: guardContent,
  estimate_variables: guardContent,
  estimate_versions: guardVersions,
  estimates: guardEstimates,
  line_classifications: guardContent,
  line_links: guardKept,
  progress_entries: guardEntries,
  takeoff_items: guardKept,
  takeoff_runs: guardKept,
}

/**
 * Asks the guard of a model, if it has one. A record that cannot be written is noted by its position, or the first one
 * thrown, as the batch wants it; `indexOf` says under which index a position of the write is known there.
 */
export async function guardWrite(
  context: RecordContext,
  model: ModelInfo,
  write: ComingWrite,
  {
    refused = new Map(),
    onRefused = 'throw',
    indexOf = (at) => at,
  }: { refused?: Refusals; onRefused?: OnRefused; indexOf?: (at: number) => number } = {},
): Promise<Refusals> {
  const barred = await allGuards[model.source?.standard ?? '']?.(context, model, write)
  for (const [at, details] of barred ?? [])
    attempt(indexOf(at), refused, onRefused, () => {
      throw invalid(details)
    })
  return refused
}
