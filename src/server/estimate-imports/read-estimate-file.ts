import { AppError } from '#base/app-error.ts'
import { baseToEstimate } from '#estimating/exchange/bc3/base-to-estimate.ts'
import { readBc3 } from '#estimating/exchange/bc3/read-bc3.ts'
import type { Bill } from '#estimating/exchange/gaeb/bill.ts'
import { billToEstimate } from '#estimating/exchange/gaeb/bill-to-estimate.ts'
import { readGaeb } from '#estimating/exchange/gaeb/read-gaeb.ts'
import type { ImportedEstimate } from '#estimating/exchange/imported-estimate.ts'
import { tableToEstimate } from '#estimating/exchange/table/table-to-estimate.ts'
import { bc3Text } from '../exchange/bc3/bc3-text.ts'
import { xmlText } from '../exchange/xml-text.ts'
import { readEstimateTable } from './read-estimate-table.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { takeGroups, type TakenGroups } from './take-groups.ts'
import { uploadedFile, type UploadedFile } from './uploaded-file.ts'

/**
 * A file of an estimate, as its bytes say what it is; with a table may come another of what its lines are made of. Throws
 * `invalid` for what is damaged or of another kind.
 */
async function readEstimateFile(file: UploadedFile, parts: UploadedFile | null): Promise<ImportedEstimate> {
  const { bytes, name } = file
  const isTable = looksLikeTable(file)
  if (parts && !(isTable && looksLikeTable(parts)))
    throw new AppError('invalid', 'What lines are made of goes with a bill in a CSV or Excel file.')
  if (isTable) return tableToEstimate(await readEstimateTable(file, parts), name.replace(/\.[^.]*$/, ''))
  if (isBc3(bytes)) return baseToEstimate(readBc3(bc3Text(bytes)))
  if (!looksLikeXml(bytes))
    throw new AppError(
      'unsupported_media_type',
      'Choose a GAEB DA XML file (.x81 to .x86), a BC3, CSV or Excel file.',
    )
  const bill = readBill(bytes)
  if (bill.phase === '84' && !hasWords(bill))
    throw new AppError(
      'invalid',
      'This offer (X84) has prices and no words. Import it into the estimate that it answers.',
    )
  return billToEstimate(bill)
}

/** An estimate of a file, with its lines in the cost groups of the workspace. */
export interface ReadEstimate extends ImportedEstimate {
  fileName: string
  inGroups: ReadonlyMap<string, TakenGroups>
}

/** The same of uploads of this person; 404 for those of others. */
export async function readUploadedEstimate(
  context: RecordContext,
  services: Pick<Services, 'files'>,
  { file, parts }: { file: string; parts?: string | null | undefined },
): Promise<ReadEstimate> {
  const lines = await uploadedFile(context, services, file)
  const further = parts ? await uploadedFile(context, services, parts) : null
  const read = await readEstimateFile(lines, further)
  const { groups, document } = read
  if (!groups || groups.byLine.size === 0) return { ...read, fileName: lines.name, inGroups: new Map() }
  const { byLine, notes } = await takeGroups(context, groups, document.nodes)
  return { ...read, notes: [...read.notes, ...notes], fileName: lines.name, inGroups: byLine }
}

/** By its name, where its bytes do not say that it is something else. */
const looksLikeTable = ({ name, bytes }: UploadedFile): boolean =>
  /\.(csv|tsv|txt|xlsx)$/i.test(name) && !isBc3(bytes) && !looksLikeXml(bytes)

/** A GAEB file. */
export const readBill = (bytes: Uint8Array): Bill => readGaeb(xmlText(bytes))

const isBc3 = (bytes: Uint8Array): boolean =>
  /^(?:ï»¿)?\s*~[A-Z]\|/.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'))

const looksLikeXml = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 400))
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(ï»¿|ÿþ|þÿ)/, '')
    .trimStart()
    .startsWith('<')

const hasWords = ({ entries }: Pick<Bill, 'entries'>): boolean =>
  entries.some((entry) =>
    entry.kind === 'category' ? entry.title !== '' || hasWords(entry) : entry.title !== '',
  )
