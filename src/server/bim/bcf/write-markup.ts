import { element, type XmlNode, type XmlPart } from '#base/xml/write-xml.ts'
import { usualType, type BcfComment, type BcfTopic, type BcfVersion } from './bcf-topic.ts'

/** Where the view and the picture of a topic lie in its folder. */
export const viewName = 'viewpoint.bcfv'
export const pictureName = ({ snapshot }: BcfTopic): string => `snapshot.${snapshot?.ending ?? 'png'}`

/** The topic as `markup.bcf` says it; everything stands in the order of the schema. */
export function markup(topic: BcfTopic, version: BcfVersion): XmlNode {
  const isThree = version === '3.0'
  const { labels, comments } = topic
  const said = comments.map((comment) => commentOf(comment, topic))
  const shown = viewpoints(topic, isThree)
  const listed = labels.map((label) => element(isThree ? 'Label' : 'Labels', label))
  const body = [
    element('Title', topic.title),
    element('Priority', topic.priority),
    element('Index', topic.index === null ? null : String(topic.index)),
    ...(isThree ? [listed.length > 0 ? element('Labels', listed) : null] : listed),
    element('CreationDate', topic.createdAt),
    element('CreationAuthor', topic.author),
    element('ModifiedDate', topic.modifiedAt),
    // At noon it is the same day nearly everywhere.
    element('DueDate', topic.dueOn === null ? null : `${topic.dueOn}T12:00:00Z`),
    element('AssignedTo', topic.assignedTo),
    element('Description', topic.description),
  ]
  const attributes = { Guid: topic.guid, TopicType: topic.type ?? usualType, TopicStatus: topic.status }
  if (!isThree) return { name: 'Markup', content: [element('Topic', body, attributes), ...said, shown] }
  const inside = [...body, said.length > 0 ? element('Comments', said) : null, shown]
  return { name: 'Markup', content: [element('Topic', inside, attributes)] }
}

function commentOf({ guid, writtenAt, author, text, onView }: BcfComment, topic: BcfTopic): XmlPart {
  const about = onView && (topic.view ?? topic.snapshot) !== null
  const content = [
    element('Date', writtenAt),
    element('Author', author),
    element('Comment', text),
    about ? element('Viewpoint', [], { Guid: topic.guid }) : null,
  ]
  return element('Comment', content, { Guid: guid })
}

function viewpoints(topic: BcfTopic, isThree: boolean): XmlPart {
  if (!topic.view && !topic.snapshot) return null
  const place = [
    element('Viewpoint', topic.view && viewName),
    element('Snapshot', topic.snapshot && pictureName(topic)),
  ]
  return isThree
    ? element('Viewpoints', [element('ViewPoint', place, { Guid: topic.guid })])
    : element('Viewpoints', place, { Guid: topic.guid })
}

/** What a 3.0 file lists of the words and people that its topics name. */
export function extensions(topics: readonly BcfTopic[]): XmlNode {
  const list = (names: string, name: string, of: (topic: BcfTopic) => readonly (string | null)[]): XmlPart =>
    element(
      names,
      [...new Set(topics.flatMap(of))]
        .filter((word) => word !== null && word.trim() !== '')
        .map((word) => element(name, word)),
    )
  const people = ({ author, assignedTo, comments }: BcfTopic): (string | null)[] => [
    author,
    assignedTo,
    ...comments.map((comment) => comment.author),
  ]
  return {
    name: 'Extensions',
    content: [
      list('TopicTypes', 'TopicType', ({ type }) => [type ?? usualType]),
      list('TopicStatuses', 'TopicStatus', ({ status }) => [status]),
      list('Priorities', 'Priority', ({ priority }) => [priority]),
      list('TopicLabels', 'TopicLabel', ({ labels }) => labels),
      list('Users', 'User', people),
      element('SnippetTypes', []),
      element('Stages', []),
    ],
  }
}
