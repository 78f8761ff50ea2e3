import { AppError } from '#base/app-error.ts'
import { largestImport } from '#contracts/api/imports.ts'
import { openRows } from '../exchange/open-rows.ts'
import { summariseRows, type TableSummary } from '../exchange/summarise-rows.ts'
import { requireImporter } from '../imports/stage-import.ts'
import { withRecords } from '../records/open-records.ts'
import { receiveFile } from './receive-file.ts'
import type { Received } from './route.ts'

/** Keeps an uploaded file and says what its columns hold; the file goes again when the call comes to nothing. */
export async function receiveImport(
  input: Parameters<typeof withRecords>[0] & Parameters<typeof receiveFile>[0],
  { name, sheet }: { name: string; sheet?: string | undefined },
): Promise<Received<{ name: string; key: string; summary: TableSummary }>> {
  await withRecords(input, requireImporter, { mode: 'read' })
  const store = input.services.files
  const { key, digest } = await receiveFile(input, store, largestImport)
  try {
    // No transaction is open while a file is read.
    const summary = await summariseRows(await openRows(await store.local(key), name, sheet))
    if (summary.count === 0) throw new AppError('invalid', 'The file has a header but no rows.')
    const settle = async (happened: boolean): Promise<void> => {
      if (!happened) await store.remove(key)
    }
    return { given: { name, key, summary }, digest, settle }
  } catch (error) {
    await store.remove(key)
    throw error
  }
}
