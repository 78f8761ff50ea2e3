import { createHash } from 'node:crypto'
import { strFromU8 } from 'fflate'
import { invalid } from '#base/app-error.ts'
import { isUuid } from '#base/ids.ts'
import { saying, type MessageValues } from '#base/saying.ts'
import { elementAt, elementsIn, readXml, textAt, type XmlElement } from '#base/xml/read-xml.ts'
import { unzip } from '../../exchange/zip/unzip.ts'
import {
  largestPicture,
  mostPictureBytes,
  type BcfComment,
  type BcfPicture,
  type BcfTopic,
} from './bcf-topic.ts'
import { viewOf } from './read-view.ts'

/** Most that is unpacked of one file, and of all of them, bytes; most topics, and comments of all of them. */
const largest = 5_000_000
const largestWhole = 50_000_000
const mostTopics = 2000
export const mostComments = 20_000

/** What a BCF file holds. */
export interface BcfFile {
  topics: BcfTopic[]
  /** Pictures that are named in it but missing or too large, or too much together. */
  picturesLeftOut: number
}

/**
 * Reads the topics of a BCF file, 2.0 to 3.0, each with its first viewpoint, its comments and its picture. Documents in it
 * stay packed, and no name in it is ever a path. Throws 422 `invalid` for what is none, and for one that unpacks to too much.
 */
export function readBcf(bytes: Uint8Array): BcfFile {
  const files = unpack(bytes)
  const folders = [...files.keys()].flatMap((name) => /^([^/]+)\/markup\.bcf$/i.exec(name)?.[1] ?? [])
  if (folders.length === 0) throw noBcf('There are no topics in this file.')
  if (folders.length > mostTopics)
    throw noBcf('There are more than {{count}} topics in this file.', { count: mostTopics })
  // Of a topic that is there twice the last one counts.
  const found = new Map(folders.map((folder) => topicOf(files, folder)).map((one) => [one.topic.guid, one]))
  const read = [...found.values()]
  if (read.reduce((sum, { topic }) => sum + topic.comments.length, 0) > mostComments)
    throw noBcf('There are more than {{count}} comments in this file.', { count: mostComments })
  const named = read.flatMap(({ picture }) => picture ?? [])
  const pictures = unpackPictures(bytes, new Set(named))
  const topics = read.map(({ topic, picture }) => ({
    ...topic,
    snapshot: pictures.get(picture ?? '') ?? null,
  }))
  return { topics, picturesLeftOut: named.filter((name) => !pictures.has(name)).length }
}

const noBcf = (text: string, values?: MessageValues) =>
  invalid([{ path: 'file', code: 'bcf', ...saying(text, values) }])

function unpack(bytes: Uint8Array): Map<string, string> {
  let whole = 0
  try {
    const found = unzip(bytes, ({ name, unpacked }) => {
      if (!/^[^/]+\/[^/]+\.(bcf|bcfv)$/i.test(name) || unpacked > largest) return false
      whole += unpacked
      return whole <= largestWhole
    })
    return new Map([...found].map(([name, content]) => [name, strFromU8(content)]))
  } catch {
    throw noBcf('This is not a BCF file.')
  }
}

/** Unpacks the pictures of these paths in lower case, in the order of the archive as far as there is room. */
function unpackPictures(bytes: Uint8Array, names: ReadonlySet<string>): Map<string, BcfPicture> {
  let whole = 0
  if (names.size === 0) return new Map()
  try {
    const found = unzip(bytes, ({ name, unpacked }) => {
      if (!names.has(name.toLowerCase()) || unpacked > largestPicture) return false
      if (whole + unpacked > mostPictureBytes) return false
      whole += unpacked
      return true
    })
    return new Map(
      [...found].map(([name, content]) => [
        name.toLowerCase(),
        { bytes: content, ending: /\.png$/i.test(name) ? 'png' : 'jpg' },
      ]),
    )
  } catch {
    throw noBcf('This is not a BCF file.')
  }
}

function topicOf(
  files: ReadonlyMap<string, string>,
  folder: string,
): { topic: BcfTopic; picture: string | null } {
  const root = readXml(must(files, `${folder}/markup.bcf`))
  const topic = elementAt(root, 'Topic')
  const text = (name: string): string | null => textAt(topic, name)
  const { Guid: guid = '', TopicStatus: status = '', TopicType: type = '' } = topic?.attributes ?? {}
  const listed = elementAt(topic, 'Viewpoints', 'ViewPoint') ?? elementAt(root, 'Viewpoints')
  const name = textAt(listed, 'Viewpoint') ?? 'viewpoint.bcfv'
  const view = files.get(`${folder}/${name}`)
  const snapshot = textAt(listed, 'Snapshot')
  // 2.1 repeats `Labels`, 3.0 has them inside of one.
  const labels = elementsIn(topic, 'Labels').flatMap((one) => {
    const inside = elementsIn(one, 'Label')
    return (inside.length > 0 ? inside : [one]).flatMap((label) => textAt(label) ?? [])
  })
  const comments = [...elementsIn(root, 'Comment'), ...elementsIn(elementAt(topic, 'Comments'), 'Comment')]
  const index = Number(text('Index') ?? NaN)
  const read: BcfTopic = {
    guid: guidOf([guid, folder]),
    title: text('Title') ?? guid,
    type: type || null,
    status,
    priority: text('Priority'),
    index: Number.isSafeInteger(index) ? index : null,
    labels,
    author: text('CreationAuthor') ?? '',
    createdAt: text('CreationDate') ?? '',
    modifiedAt: text('ModifiedDate'),
    // The day as it was written there.
    dueOn: /^\d{4}-\d\d-\d\d/.exec(text('DueDate') ?? '')?.[0] ?? null,
    assignedTo: text('AssignedTo'),
    description: text('Description'),
    comments: comments.flatMap((one, at) => commentOf(one, [folder, at], listed?.attributes['Guid'])),
    view: view === undefined ? null : viewOf(readXml(view)),
    snapshot: null,
  }
  const picture = snapshot !== null && /^[^/\\]+\.(png|jpe?g)$/i.test(snapshot) ? snapshot : null
  return { topic: read, picture: picture === null ? null : `${folder}/${picture}`.toLowerCase() }
}

function commentOf(node: XmlElement, place: readonly [string, number], view = ''): BcfComment[] {
  const text = textAt(node, 'Comment')
  if (text === null) return []
  const about = elementAt(node, 'Viewpoint')?.attributes['Guid'] ?? ''
  const author = textAt(node, 'Author') ?? ''
  return [
    {
      guid: guidOf([node.attributes['Guid'] ?? '', `${place.join('/')}/${author}/${text}`]),
      author,
      writtenAt: textAt(node, 'Date') ?? '',
      text,
      onView: about !== '' && about.toLowerCase() === view.toLowerCase(),
    },
  ]
}

/** The first that is a UUID, else one that the same words always give: what is read twice is known again. */
function guidOf(words: readonly string[]): string {
  const found = words.find((word) => isUuid(word))
  if (found !== undefined) return found.toLowerCase()
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The name is of the archive itself, or differs only in its letters' case. */
function must(files: ReadonlyMap<string, string>, name: string): string {
  const found = [...files].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  if (found === undefined) throw noBcf('This is not a BCF file.')
  return found
}
