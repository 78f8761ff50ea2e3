import { invalid } from '#base/app-error.ts'
import type { EstimateDocument } from '#estimating/estimate-document.ts'
import { returnedChanges, type ReturnedChanges } from '#estimating/exchange/table/returned-table.ts'
import { readReturned } from '../estimate-imports/read-returned.ts'
import { uploadedFile } from '../estimate-imports/uploaded-file.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { documentOf } from './document-of.ts'
import { requireWhole } from './may-read-whole.ts'
import { loadVersion, type StoredVersion } from './stored-version.ts'
import { visibleRow } from './visible-row.ts'

/** Lines that somebody added to a workbook: each looks for its place among all others. */
const mostAdded = 2000

export interface ReturnedVersion {
  stored: StoredVersion
  document: EstimateDocument
  changes: ReturnedChanges
}

/**
 * A version, and what a workbook that was exported from it says otherwise. For whoever reads all of the version; 422 for a
 * workbook that is no such thing, of another estimate, or with too many lines more.
 */
export async function returnedVersion(
  context: RecordContext,
  services: Pick<Services, 'files'>,
  { version, file }: { version: string; file: string },
): Promise<ReturnedVersion> {
  await visibleRow(context, 'estimate_versions', version, 'read')
  requireWhole(context)
  const rows = await readReturned(await uploadedFile(context, services, file))
  const stored = await loadVersion(context, version)
  const document = documentOf(stored)
  const changes = returnedChanges(document, rows)
  if (!changes)
    throw invalid([
      { path: 'file', code: 'estimate', message: 'No line of the workbook is one of this estimate.' },
    ])
  if (changes.added.length > mostAdded)
    throw invalid([
      {
        path: 'file',
        code: 'too_many',
        message: `The workbook has ${changes.added.length} lines more than the estimate. At most ${mostAdded} come in at once.`,
      },
    ])
  return { stored, document, changes }
}
