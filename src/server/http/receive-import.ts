import { AppError } from '#base/app-error.ts'
import { largestImport, type StagedImport } from '#contracts/api/imports.ts'
import { openRows } from '../exchange/open-rows.ts'
import { summariseRows } from '../exchange/summarise-rows.ts'
import { requireImporter, stageImport } from '../imports/stage-import.ts'
import { withRecords } from '../records/open-records.ts'
import { receiveFile } from './receive-file.ts'

/** Keeps an uploaded file and says what its columns hold. `source`: the name that a schedule waits for. */
export async function receiveImport(
  input: Parameters<typeof withRecords>[0] & Parameters<typeof receiveFile>[0],
  { name, sheet, source }: { name: string; sheet?: string | undefined; source?: string | undefined },
): Promise<StagedImport> {
  await withRecords(input, requireImporter, { mode: 'read' })
  const store = input.services.files
  const key = await receiveFile(input, store, largestImport)
  try {
    // No transaction is open while a file is read.
    const summary = await summariseRows(await openRows(await store.local(key), name, sheet))
    if (summary.count === 0) throw new AppError('invalid', 'The file has a header but no rows.')
    const file = { name, key, summary, source: source ?? null }
    return await withRecords(input, (context) => stageImport(context, store, file), { mode: 'write' })
  } catch (error) {
    await store.remove(key)
    throw error
  }
}
