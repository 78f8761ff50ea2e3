import type { Row } from '#contracts/query.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { bulkRecords, type BulkRequest } from '../../records/bulk-records.ts'
import { modelFor, type RecordContext } from '../../records/record-context.ts'
import type { Services } from '../../services.ts'
import type { BcfTopic } from './bcf-topic.ts'
import { commentsOnViews, projectViews } from './project-views.ts'
import { commentOfTopic, differing, fitting, viewOfTopic } from './view-of-topic.ts'
import { viewPeople, type ViewPeople } from './view-people.ts'
import { pictureOf, takePicture } from './view-pictures.ts'

const batchSize = 500

/** What became of the topics of a file. */
export interface TakenTopics {
  created: number
  changed: number
  unchanged: number
  /** New or changed. */
  comments: number
  commentsLeftOut: number
  picturesLeftOut: number
  /** Who topics are assigned to and is no member here. */
  unassigned: string[]
  /** Fields of views that the file speaks of, but this workspace or person has not. */
  fieldsLeftOut: string[]
}

/** A topic with what is written of it. */
interface Turn {
  topic: BcfTopic
  row: Row | undefined
  values: Record<string, unknown>
}

/** Takes topics into the kept views of a project: one that was taken in, or sent out, before is changed and not made twice. */
export async function takeTopics(
  context: RecordContext,
  services: Services,
  project: string,
  topics: readonly BcfTopic[],
): Promise<TakenTopics> {
  const model = modelFor(context, 'bim_viewpoints', 'create')
  const people = await viewPeople(context)
  const views = await projectViews(context, project)
  const known = new Map(views.flatMap((row) => [row['topic'], row['id']].map((id) => [id, row] as const)))
  const left = new Set<string>()
  const pictures = pictureTaker(context, services, model)
  try {
    const turns: Turn[] = []
    for (const topic of topics) {
      const row = known.get(topic.guid)
      const values = fitting(context, model, viewOfTopic(topic, row, people), left)
      const snapshot = await pictures.take(topic, row)
      turns.push({ topic, row, values: { ...values, ...(snapshot && { snapshot: [{ id: snapshot }] }) } })
    }
    const { ids, touched } = await writeViews(context, project, turns)
    const said = await writeComments(context, project, ids, touched)
    const created = turns.filter(({ row }) => !row).length
    return {
      created,
      changed: touched.size - created,
      unchanged: turns.length - touched.size,
      comments: said.written,
      commentsLeftOut: said.leftOut,
      picturesLeftOut: pictures.leftOut(),
      unassigned: outsiders(turns, people),
      fieldsLeftOut: [...left],
    }
  } catch (error) {
    await pictures.drop()
    throw error
  }
}

function pictureTaker(context: RecordContext, services: Services, model: ModelInfo) {
  const keys: string[] = []
  let leftOut = 0
  const { access } = context
  const may = model.fields.has('snapshot') && access.mayWrite(model, 'snapshot') && !access.outside
  return {
    leftOut: () => leftOut,
    /** Nothing of what was put in stays when the rest is refused. */
    drop: async () => void (await Promise.all(keys.map((key) => services.files.remove(key)))),
    /** The file of a picture that the view does not have yet. */
    async take({ snapshot }: BcfTopic, row: Row | undefined): Promise<string | null> {
      if (!snapshot) return null
      const taken = may ? await takePicture(context, services, snapshot, pictureOf(row)) : null
      if (!taken) leftOut += 1
      if (taken?.key == null) return null
      keys.push(taken.key)
      return taken.id
    },
  }
}

/** Writes what is new; answers the view of every topic, and which were made or changed. */
async function writeViews(context: RecordContext, project: string, turns: readonly Turn[]) {
  const ids = new Map<BcfTopic, string>()
  const touched = new Set<BcfTopic>()
  const fresh = turns.filter(({ row }) => !row)
  const create = fresh.map(({ topic, values }) => ({ ...values, bim_project: project, topic: topic.guid }))
  const update = turns.flatMap(({ topic, row, values }) => {
    if (!row) return []
    const id = String(row['id'])
    ids.set(topic, id)
    const changes = differing(values, row)
    if (Object.keys(changes).length === 0) return []
    touched.add(topic)
    return [{ id, values: changes }]
  })
  const created = await inBatches(context, 'bim_viewpoints', { create, update })
  fresh.forEach(({ topic }, index) => {
    touched.add(topic)
    ids.set(topic, created[index] ?? '')
  })
  return { ids, touched }
}

async function writeComments(
  context: RecordContext,
  project: string,
  ids: ReadonlyMap<BcfTopic, string>,
  touched: Set<BcfTopic>,
): Promise<{ written: number; leftOut: number }> {
  const model = context.workspace.models.get('bim_comments')
  const all = [...ids.keys()].reduce((sum, { comments }) => sum + comments.length, 0)
  if (all === 0) return { written: 0, leftOut: 0 }
  if (!model || !context.access.can(model, 'create') || !context.access.can(model, 'update'))
    return { written: 0, leftOut: all }
  const there = await commentsOnViews(context, project, 'read')
  const create: BulkRequest['create'] = []
  const update: BulkRequest['update'] = []
  for (const [topic, view] of ids) {
    const known = new Map(
      (there.get(view) ?? []).flatMap((row) => [row['guid'], row['id']].map((id) => [id, row] as const)),
    )
    for (const comment of new Map(topic.comments.map((one) => [one.guid, one])).values()) {
      const row = known.get(comment.guid)
      const values = fitting(context, model, commentOfTopic(comment, row), new Set())
      const changes = row ? differing(values, row) : values
      if (!row) create.push({ ...values, viewpoint: view })
      else if (Object.keys(changes).length > 0) update.push({ id: String(row['id']), values: changes })
      else continue
      touched.add(topic)
    }
  }
  await inBatches(context, 'bim_comments', { create, update })
  return { written: create.length + update.length, leftOut: 0 }
}

/** Writes records, some at a time; answers the ids of the new ones in their order. */
async function inBatches(
  context: RecordContext,
  key: string,
  { create, update }: Pick<BulkRequest, 'create' | 'update'>,
): Promise<string[]> {
  const ids: string[] = []
  for (let start = 0; start < Math.max(create.length, update.length); start += batchSize) {
    const part = {
      create: create.slice(start, start + batchSize),
      update: update.slice(start, start + batchSize),
    }
    ids.push(...(await bulkRecords(context, key, { ...part, delete: [] })).created)
  }
  return ids
}

/** Whom topics name that are not members here, each once. */
const outsiders = (turns: readonly Turn[], people: ViewPeople): string[] => [
  ...new Set(
    turns.flatMap(({ topic: { assignedTo }, values, row }) => {
      const isKnown = (values['assigned_to'] ?? null) !== null || (row && values['assigned_to'] === undefined)
      return assignedTo === null || isKnown || people.byMail(assignedTo) !== null ? [] : [assignedTo]
    }),
  ),
]
