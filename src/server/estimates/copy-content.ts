import type { RecordContext } from '../records/record-context.ts'
import { contentCopies } from './content-copies.ts'
import { copyRows } from './copy-rows.ts'
import type { StoredVersion } from './stored-version.ts'

/** Everything in a version put into another (see `contentCopies`), with what follows from it. */
export async function copyContent(
  context: RecordContext,
  stored: StoredVersion,
  version: string,
  lineage: 'same' | 'own',
): Promise<void> {
  for (const [key, rows] of await contentCopies(context, stored, version, lineage))
    await copyRows(context, key, rows)
}
