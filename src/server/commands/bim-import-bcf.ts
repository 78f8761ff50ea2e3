import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import type { BcfTopic } from '../bim/bcf/bcf-topic.ts'
import { projectViews } from '../bim/bcf/project-views.ts'
import { readBcf } from '../bim/bcf/read-bcf.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { bulkRecords } from '../records/bulk-records.ts'
import { modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** Larger ones are pictures, which are not read. */
const largestFile = 100_000_000
const batchSize = 500

/**
 * Takes the topics of the BCF file that stands last in a project's field into its kept views. A topic that was taken in, or
 * sent out, before is changed and not made twice.
 */
export const bimImportBcf = defineCommand({
  name: 'bim.import-bcf',
  title: 'Take in a BCF file',
  input: z.strictObject({ project: z.uuid() }),
  changes: ['bim_viewpoints'],
  async run(context, { project }, services) {
    modelFor(context, 'bim_viewpoints', 'create')
    const { attributes } = await visibleRow(context, 'bim_projects', project, 'read')
    const files: unknown[] = Array.isArray(attributes['bcf_files']) ? attributes['bcf_files'] : []
    const last = files.at(-1)
    const id = typeof last === 'object' && last !== null && 'id' in last ? last.id : null
    const { rows } = await context.tx.query<{ storage_key: string; size: number }>(
      'select storage_key, size::float8 as size from app.files where tenant_id = $1 and id = $2::uuid and deleted_at is null',
      [context.caller.tenantId, id],
    )
    const [file] = rows
    if (!file || file.size > largestFile)
      throw invalid([{ path: 'project', code: 'bcf', message: 'Upload a BCF file of at most 100 MB first.' }])
    const stream = await services.files.stream(file.storage_key)
    const topics = readBcf(new Uint8Array(await new Response(stream).arrayBuffer()))
    const known = new Map(
      (await projectViews(context, project)).flatMap((row) => [
        [row['topic'], String(row['id'])],
        [row['id'], String(row['id'])],
      ]),
    )
    const changed = topics.flatMap((topic) => {
      const found = known.get(topic.guid)
      return found === undefined ? [] : [{ id: found, values: valuesOf(topic) }]
    })
    const fresh = topics
      .filter(({ guid }) => !known.has(guid))
      .map((topic) => ({ ...valuesOf(topic), bim_project: project, topic: topic.guid }))
    for (let start = 0; start < Math.max(fresh.length, changed.length); start += batchSize)
      await bulkRecords(context, 'bim_viewpoints', {
        create: fresh.slice(start, start + batchSize),
        update: changed.slice(start, start + batchSize),
        delete: [],
      })
    return { created: fresh.length, changed: changed.length }
  },
})

const settled = /^(closed|resolved|done|erledigt|geschlossen)$/i

const valuesOf = ({ title, description, status, view }: BcfTopic) => ({
  name: title.slice(0, 200) || 'BCF',
  description,
  status: settled.test(status) ? 'done' : 'open',
  ...(view && { view }),
})
