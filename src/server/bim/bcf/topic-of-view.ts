import { isUuid } from '#base/ids.ts'
import { isJsonObject } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import { textOf } from '../../estimates/read-value.ts'
import type { BcfComment, BcfPicture, BcfTopic } from './bcf-topic.ts'
import { wordOfPriority, wordOfStatus } from './topic-words.ts'
import type { ViewPeople } from './view-people.ts'

const nobody = 'unknown'

/** What a kept view says to other programs. */
export function topicOfView(
  row: Row,
  comments: readonly Row[],
  snapshot: BcfPicture | null,
  people: ViewPeople,
): BcfTopic {
  const text = (key: string): string | null => textOf(row, key)
  const words = isJsonObject(row['topic_words']) ? row['topic_words'] : {}
  const assigned = text('assigned_to')
  const { index } = words
  return {
    guid: uuidOf(text('topic'), row),
    title: text('name') ?? '',
    type: text('kind'),
    status: wordOfStatus(text('status'), textOf(words, 'status')),
    priority: wordOfPriority(text('priority'), textOf(words, 'priority')),
    index: typeof index === 'number' ? index : null,
    labels: labelsOf(text('labels')),
    author: writerOf(row, people),
    createdAt: text('written_at') ?? text('created_at') ?? '',
    modifiedAt: text('updated_at'),
    dueOn: text('due_on'),
    assignedTo: (assigned === null ? null : people.said(assigned)) ?? text('assigned_outside'),
    description: text('description'),
    comments: comments.map((comment): BcfComment => ({
      guid: uuidOf(textOf(comment, 'guid'), comment),
      author: writerOf(comment, people),
      writtenAt: textOf(comment, 'written_at') ?? textOf(comment, 'created_at') ?? '',
      text: textOf(comment, 'comment') ?? '',
      onView: comment['on_view'] === true,
    })),
    view: isJsonObject(row['view']) ? row['view'] : null,
    snapshot,
  }
}

/** Labels, one on each line. */
export const labelsOf = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((label) => label.trim())
    .filter((label) => label !== '')

const uuidOf = (known: string | null, row: Row): string =>
  known !== null && isUuid(known) ? known : String(row['id'])

const writerOf = (row: Row, people: ViewPeople): string =>
  textOf(row, 'author') ?? people.said(textOf(row, 'created_by') ?? '') ?? nobody
