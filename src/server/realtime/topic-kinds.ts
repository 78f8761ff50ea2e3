import { isUuid } from '#base/ids.ts'
import type { Grant } from '#platform/realtime/realtime-ports.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import { presenceAt, type ShowerOf } from './presence-at.ts'

/** One kind of topic: what its name is made of, and who may listen there and do what. Nothing else exists. */
interface TopicKind {
  name: string
  parts: readonly ('tenant' | 'model' | 'record')[]
  /** What the reader may at this topic now; null: not even listen. Asked in their own transaction. */
  grant(context: RecordContext, topic: Topic, shower: ShowerOf): Promise<Grant | null>
}

/** A topic of a workspace, taken apart. */
export interface Topic {
  text: string
  kind: TopicKind
  tenantId: string
  model: string
  record: string
}

/** The topics of workspaces. `user:{id}` is beside them: it is heard by that person alone, and only the server speaks there. */
const topicKinds: readonly TopicKind[] = [
  {
    // The server tells change numbers here.
    name: 'workspace',
    parts: ['tenant'],
    grant: async () => ({ mayPublish: false, presence: null }),
  },
  {
    // Who works with the records of a model, at which record and field.
    name: 'model',
    parts: ['tenant', 'model'],
    async grant(context, { model: key }, shower) {
      const model = context.workspace.models.get(key)
      if (!model || !context.access.can(model, 'read')) return null
      return { mayPublish: false, presence: presenceAt(context, model, null, shower) }
    },
  },
  {
    // One record: who is there, and what those who may change it tell each other.
    name: 'record',
    parts: ['tenant', 'model', 'record'],
    async grant(context, { model: key, record }, shower) {
      const model = context.workspace.models.get(key)
      if (!model || !context.access.can(model, 'read')) return null
      if (!(await visibleIds(context, key, [record])).has(record)) return null
      return {
        mayPublish: context.access.can(model, 'update'),
        presence: presenceAt(context, model, record, shower),
      }
    },
  },
]

const modelKey = /^[a-z][a-z0-9_]{0,62}$/
const isPlainId = (text: string): boolean => isUuid(text) && text === text.toLowerCase()

/** Takes a topic's name apart; null when nothing can have that name. Ids have one spelling, so that a topic has one name. */
export function parseTopic(text: string): Topic | null {
  const [name = '', ...given] = text.split(':')
  const kind = topicKinds.find((one) => one.name === name)
  if (!kind || given.length !== kind.parts.length) return null
  const at = (part: TopicKind['parts'][number]): string => given[kind.parts.indexOf(part)] ?? ''
  const [tenantId, model, record] = [at('tenant'), at('model'), at('record')]
  if (!isPlainId(tenantId)) return null
  if (kind.parts.includes('model') && !modelKey.test(model)) return null
  if (kind.parts.includes('record') && !isPlainId(record)) return null
  return { text, kind, tenantId, model, record }
}
