import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import { normaliseValue } from '#kernel/models/normalise-value.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../../records/record-context.ts'
import { textOf } from '../../estimates/read-value.ts'
import { usualType, type BcfComment, type BcfTopic } from './bcf-topic.ts'
import { priorityOf, statusOf, wordOfPriority, wordOfStatus } from './topic-words.ts'
import type { ViewPeople } from './view-people.ts'

type Values = Record<string, unknown>

const longestName = 200
const longestPerson = 320
const longestKind = 100

/** What a view keeps of a topic, before its picture; `row`: the view as it is, if it is here. */
export function viewOfTopic(topic: BcfTopic, row: Row | undefined, people: ViewPeople): Values {
  const { view } = topic
  return {
    name: topic.title.slice(0, longestName) || 'BCF',
    description: topic.description,
    status: statusOf(topic.status),
    priority: priorityOf(topic.priority),
    ...assignee(topic.assignedTo, textOf(row ?? {}, 'assigned_to'), people),
    due_on: dayOf(topic.dueOn),
    kind: kindOf(topic.type, row),
    labels: topic.labels.length > 0 ? topic.labels.join('\n') : null,
    topic_words: wordsOf(topic),
    // Of a view that was made here it is known who made it and when.
    ...((!row || textOf(row, 'topic') !== null) && {
      author: topic.author.slice(0, longestPerson) || null,
      written_at: momentOf(topic.createdAt),
    }),
    ...(view && { view: viewAgain(view, row) }),
  }
}

/** BCF does not know all of a view that was kept here: where the file says nothing else, that stays. */
function viewAgain(view: JsonObject, row: Row | undefined): JsonObject {
  const kept = row?.['view']
  if (!isJsonObject(kept) || !isJsonObject(kept['perspective_camera'])) return view
  const { planes_off: _off, perspective_camera, ...rest } = kept
  const { distance: _distance, ...camera } = perspective_camera
  return isDeepStrictEqual({ ...rest, perspective_camera: camera }, view) ? kept : view
}

/** What a comment of a file is here; `row` as above. */
export const commentOfTopic = (
  { guid, author, writtenAt, text, onView }: BcfComment,
  row: Row | undefined,
): Values => ({
  comment: text,
  ...(onView !== (row?.['on_view'] === true) && { on_view: onView }),
  ...((!row || textOf(row, 'guid') !== null) && {
    guid,
    author: author.slice(0, longestPerson) || null,
    written_at: momentOf(writtenAt),
  }),
})

/**
 * The values as they are stored, without those that the workspace does not have, this person may not write or the field does
 * not take; `left` is told of those that say something.
 */
export function fitting(
  { access }: Pick<RecordContext, 'access'>,
  model: ModelInfo,
  values: Values,
  left: Set<string>,
): Values {
  const found: Values = {}
  for (const [key, value] of Object.entries(values)) {
    const info = access.mayWrite(model, key) ? model.fields.get(key) : undefined
    const normal = info && normaliseValue(info.field, value)
    if (normal && 'value' in normal) found[key] = normal.value
    else if (value !== null && key !== 'topic_words') left.add(key)
  }
  return found
}

/** Those of the values that a record has otherwise. */
export const differing = (values: Values, row: Row): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !isDeepStrictEqual(value ?? null, row[key] ?? null)),
  )

/** What a file says where nothing is said here is not taken in as if somebody had said it. */
const kindOf = (type: string | null, row: Row | undefined): string | null =>
  row && type === usualType && textOf(row, 'kind') === null ? null : (type?.slice(0, longestKind) ?? null)

/** The words of the other program that would not be chosen here, and the place of the topic among the others. */
function wordsOf({ status, priority, index }: BcfTopic): Values | null {
  const words = {
    ...(status !== '' && status !== wordOfStatus(statusOf(status), null) && { status }),
    ...(priority !== null && priority !== wordOfPriority(priorityOf(priority), null) && { priority }),
    ...(index !== null && { index }),
  }
  return Object.keys(words).length > 0 ? words : null
}

function assignee(said: string | null, before: string | null, people: ViewPeople): Values {
  if (said === null) return { assigned_to: null, assigned_outside: null }
  const found = people.byMail(said) ?? (before !== null && people.said(before) === said ? before : null)
  return found === null
    ? { assigned_to: null, assigned_outside: said.slice(0, longestPerson) }
    : { assigned_to: found, assigned_outside: null }
}

const dayOf = (day: string | null): string | null =>
  day !== null && !Number.isNaN(Date.parse(day)) ? day : null

/** A moment as it is stored; one without a zone is one of UTC. */
function momentOf(text: string): string | null {
  const at = new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
