import type { Language } from '#contracts/language.ts'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { EstimateFileFormat } from '#contracts/api/estimate-files.ts'
import type { GaebPhase } from '#estimating/exchange/gaeb/estimate-to-bill.ts'
import type { LineGroups } from '#estimating/exchange/line-groups.ts'
import { writeBc3 } from '#estimating/exchange/bc3/write-bc3.ts'
import { gaebFile } from '#estimating/exchange/gaeb/gaeb-file.ts'
import type { EstimateDocument } from '#estimating/estimate-document.ts'
import type { Caller } from '../database/in-tenant.ts'
import { documentOf } from '../estimates/document-of.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion, modelNamed, type StoredVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { estimateWorkbook } from '../exchange/xlsx/estimate-workbook.ts'
import { writeWorkbook } from '../exchange/xlsx/write-workbook.ts'
import { encodeWindows1252 } from '../exchange/decode-text.ts'
import { recordExport } from '../exports/record-export.ts'
import { withRecords } from '../records/open-records.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { Services } from '../services.ts'
import { bidderOf, orderedBy, type Bidder } from './bidder-of.ts'
import { lineGroupsOf } from './line-groups.ts'
import { untoldOf } from './load-letter.ts'
import { offerFile } from './offer-file.ts'
import { customerOf } from './offer-language.ts'

export interface MadeFile {
  bytes: Uint8Array
  name: string
  type: string
}

interface Asked {
  caller: Caller
  services: Services
}

/**
 * A version in one of the formats it can be had in. An offer is for whoever may see the version; the others hold all of it,
 * so they are for those who may export all of it. Throws 404, 403, 422 for what a format has no place for.
 */
export async function estimateFile(
  asked: Asked,
  id: string,
  { format, language }: { format: EstimateFileFormat; language: Language | null },
): Promise<MadeFile> {
  if (format === 'pdf') {
    const { pdf, name } = await offerFile(asked, id, language)
    return { bytes: pdf, name, type: 'application/pdf' }
  }
  const read = await withRecords(asked, (context) => readWhole(context, id, format), { mode: 'read' })
  const made = writers[format](read, language ?? 'en')
  if (!asked.caller.preview)
    await withRecords(
      asked,
      (context) => recordExport(context, null, { model: 'estimate_versions', format, query: id }),
      { mode: 'write' },
    )
  return { ...made, name: `${read.title}.${format}` }
}

/** A version with all that is in it, and what stands around it. */
export interface WholeVersion {
  stored: StoredVersion
  document: EstimateDocument
  title: string
  name: string
  project: string | null
  /** The day it was issued, or of its prices. */
  day: string
  bidder: Bidder
  /** Who it is for. */
  owner: Bidder | null
  /** Where lines belong; read for GAEB files. Null where this reader may not read it. */
  groups: LineGroups | null
}

const whole = ['estimate_versions', 'estimate_lines', 'estimate_resources', 'estimate_markups'] as const

async function readWhole(
  context: RecordContext,
  id: string,
  format: EstimateFileFormat,
): Promise<WholeVersion> {
  await visibleRow(context, 'estimate_versions', id, 'read')
  for (const key of whole) requireWhole(context, key, format)
  const stored = await loadVersion(context, id)
  const version = stored.version.attributes
  const estimates = modelNamed(context, 'estimates')
  const [estimate] = await loadObjects(context, estimates, [must(textOf(version, 'estimate'))])
  const projects = context.workspace.models.get('projects')
  const projectId = textOf(must(estimate).attributes, 'project')
  const [project] = projects && projectId ? await loadObjects(context, projects, [projectId]) : []
  return {
    stored,
    document: documentOf(stored),
    title: textOf(version, 'title') ?? 'estimate',
    name: textOf(must(estimate).attributes, 'name') ?? '',
    project: project ? textOf(project.attributes, 'name') : null,
    day: (textOf(version, 'issued_at') ?? textOf(version, 'price_date') ?? '').slice(0, 10),
    bidder: await bidderOf(context),
    owner: orderedBy(await customerOf(context, must(estimate))),
    groups: format === 'x83' || format === 'x86' ? await lineGroupsOf(context, stored) : null,
  }
}

/** What is in a file cannot be hidden field by field: who may not read one of a model's fields gets no file. */
function requireWhole(context: RecordContext, key: string, format: EstimateFileFormat): void {
  const model = modelFor(context, key, 'export')
  const readable = context.access.readable(model)
  if (
    context.access.rowRule(model) !== null ||
    [...model.fields.keys()].some((field) => !readable.has(field))
  )
    throw new AppError(
      'forbidden',
      `A ${format.toUpperCase()} file holds all of an estimate, and you may not read all of it.`,
    )
}

const gaeb =
  (phase: GaebPhase) =>
  ({ document, stored, groups, ...asked }: WholeVersion) => {
    const hiddenMarkups = untoldOf(stored).markups
    const notes = phase !== '84' && groups === null ? [withoutGroups] : []
    const { text } = gaebFile(document, { ...asked, phase, hiddenMarkups, groups, notes })
    return { bytes: new TextEncoder().encode(text), type: 'application/xml' }
  }

const withoutGroups = 'Cost groups are left out: whoever exported this may not read all of them.'

const writers: Readonly<
  Record<
    Exclude<EstimateFileFormat, 'pdf'>,
    (whole: WholeVersion, language: Language) => { bytes: Uint8Array; type: string }
  >
> = {
  xlsx: ({ document, title }, language) => ({
    bytes: writeWorkbook(estimateWorkbook(document, title, language)),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  x83: gaeb('83'),
  x84: gaeb('84'),
  x86: gaeb('86'),
  bc3: ({ document, name, day }) => ({
    bytes: encodeWindows1252(writeBc3(document, { name, day })),
    type: 'text/plain; charset=windows-1252',
  }),
}
