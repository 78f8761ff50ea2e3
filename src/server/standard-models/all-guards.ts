import { guardContent } from '../estimates/guard-content.ts'
import { guardVersions } from '../estimates/guard-versions.ts'
import { guardEntries } from '../progress/guard-entries.ts'
import { guardKept } from '../takeoff/guard-kept.ts'
import type { StandardGuard } from './standard-guard.ts'

/** What is asked before records of the standard models are written, by their keys. */
const allGuards: Readonly<Record<string, StandardGuard>> = {
  estimate_lines: guardContent,
  estimate_markups: guardContent,
  estimate_resources: guardContent,
  estimate_variables: guardContent,
  estimate_versions: guardVersions,
  line_links: guardKept,
  progress_entries: guardEntries,
  takeoff_items: guardKept,
  takeoff_runs: guardKept,
}

/** Asks the guard of a model, if it has one. */
export const guardWrite: StandardGuard = async (context, model, write) =>
  allGuards[model.source?.standard ?? '']?.(context, model, write)
