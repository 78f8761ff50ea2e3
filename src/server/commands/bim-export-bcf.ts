import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isUuid, newId } from '#base/ids.ts'
import { isJsonObject, type JsonObject } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import { bcfVersions, type BcfTopic } from '../bim/bcf/bcf-topic.ts'
import { projectViews } from '../bim/bcf/project-views.ts'
import { writeBcf } from '../bim/bcf/write-bcf.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { cleanFileName } from '../files/content-disposition.ts'
import { insertFile } from '../files/keep-file.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** Makes a BCF file of the kept views of a project; whoever asked can fetch it as a file for a day. */
export const bimExportBcf = defineCommand({
  name: 'bim.export-bcf',
  title: 'Export views as BCF',
  input: z.strictObject({ project: z.uuid(), version: z.enum(bcfVersions).default('2.1') }),
  changes: [],
  async run(context, { project, version }, services) {
    modelFor(context, 'bim_viewpoints', 'export')
    const { attributes } = await visibleRow(context, 'bim_projects', project, 'read')
    const topics = (await projectViews(context, project)).map((row) => topicOf(context, row))
    const name = `${typeof attributes['name'] === 'string' ? attributes['name'] : 'views'}.bcfzip`
    const bytes = writeBcf(topics, version)
    const key = services.files.newKey(context.caller.tenantId)
    await services.files.put(key, bytes)
    const sha256 = createHash('sha256').update(bytes).digest()
    const file = { id: newId(), name: cleanFileName(name), type: 'application/zip', size: bytes.byteLength }
    // No record holds it: upkeep removes it a day later.
    await insertFile(context.tx, context.caller, { ...file, sha256, key })
    return { file: file.id, name: file.name, topics: topics.length }
  },
})

function topicOf({ caller }: RecordContext, row: Row): BcfTopic {
  const text = (key: string): string | null => {
    const value = row[key]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const topic = text('topic')
  return {
    guid: topic !== null && isUuid(topic) ? topic : String(row['id']),
    title: text('name') ?? '',
    description: text('description'),
    status: text('status') === 'done' ? 'Closed' : 'Open',
    author: caller.email ?? caller.name ?? 'unknown',
    createdAt: text('created_at') ?? '',
    view: isJsonObject(row['view']) ? (row['view'] satisfies JsonObject) : null,
  }
}
