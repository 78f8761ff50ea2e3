import { strFromU8, unzipSync } from 'fflate'
import { invalid } from '#base/app-error.ts'
import { isUuid, newId } from '#base/ids.ts'
import type { Json, JsonObject } from '#base/json.ts'
import { saying, type MessageValues } from '#base/saying.ts'
import { elementAt, elementsIn, readXml, textAt, type XmlElement } from '#base/xml/read-xml.ts'
import type { BcfTopic } from './bcf-topic.ts'

/** Most that is unpacked of one file, and of all of them, bytes; most topics. */
const largest = 5_000_000
const largestWhole = 50_000_000
const mostTopics = 2000

/**
 * Reads the topics of a BCF file, 2.0 to 3.0, each with its first viewpoint. Pictures and documents in it stay packed, and
 * no name in it is ever a path. Throws 422 `invalid` for what is none, and for one that unpacks to too much.
 */
export function readBcf(bytes: Uint8Array): BcfTopic[] {
  const files = unpack(bytes)
  const topics = [...files.keys()].flatMap((name) => /^([^/]+)\/markup\.bcf$/i.exec(name)?.[1] ?? [])
  if (topics.length === 0) throw noBcf('There are no topics in this file.')
  if (topics.length > mostTopics)
    throw noBcf('There are more than {{count}} topics in this file.', { count: mostTopics })
  return topics.map((folder) => topicOf(files, folder))
}

const noBcf = (text: string, values?: MessageValues) =>
  invalid([{ path: 'file', code: 'bcf', ...saying(text, values) }])

function unpack(bytes: Uint8Array): Map<string, string> {
  let whole = 0
  try {
    const found = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/^[^/]+\/[^/]+\.(bcf|bcfv)$/i.test(name) || originalSize > largest) return false
        whole += originalSize
        return whole <= largestWhole
      },
    })
    return new Map(Object.entries(found).map(([name, content]) => [name, strFromU8(content)]))
  } catch {
    throw noBcf('This is not a BCF file.')
  }
}

function topicOf(files: ReadonlyMap<string, string>, folder: string): BcfTopic {
  const markup = readXml(must(files, `${folder}/markup.bcf`))
  const topic = elementAt(markup, 'Topic')
  const text = (name: string): string | null => textAt(topic, name)
  const { Guid: guid = '', TopicStatus: status = '' } = topic?.attributes ?? {}
  const listed = elementAt(topic, 'Viewpoints', 'ViewPoint') ?? elementAt(markup, 'Viewpoints')
  const name = textAt(listed, 'Viewpoint') ?? 'viewpoint.bcfv'
  const view = files.get(`${folder}/${name}`)
  return {
    guid: isUuid(guid) ? guid.toLowerCase() : newId(),
    title: text('Title') ?? guid,
    description: text('Description'),
    status,
    author: text('CreationAuthor') ?? '',
    createdAt: text('CreationDate') ?? '',
    view: view === undefined ? null : viewOf(readXml(view)),
  }
}

/** The name is of the archive itself, or differs only in its letters' case. */
function must(files: ReadonlyMap<string, string>, name: string): string {
  const found = [...files].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  if (found === undefined) throw noBcf('This is not a BCF file.')
  return found
}

const usualAngle = 60

function viewOf(info: XmlElement): JsonObject | null {
  const camera = elementAt(info, 'PerspectiveCamera') ?? elementAt(info, 'OrthogonalCamera')
  const from = pointOf(elementAt(camera, 'CameraViewPoint'))
  const way = pointOf(elementAt(camera, 'CameraDirection'))
  if (!from || !way) return null
  const visibility = elementAt(info, 'Components', 'Visibility')
  const angle = Number(textAt(camera, 'FieldOfView') ?? usualAngle)
  const planes = elementsIn(elementAt(info, 'ClippingPlanes'))
  return {
    perspective_camera: {
      camera_view_point: from,
      camera_direction: way,
      camera_up_vector: pointOf(elementAt(camera, 'CameraUpVector')) ?? { x: 0, y: 0, z: 1 },
      field_of_view: angle > 0 && angle < 180 ? angle : usualAngle,
    },
    clipping_planes: planes.flatMap((plane): Json[] => {
      const location = pointOf(elementAt(plane, 'Location'))
      const direction = pointOf(elementAt(plane, 'Direction'))
      return location && direction ? [{ location, direction }] : []
    }),
    components: {
      selection: named(elementAt(info, 'Components', 'Selection')),
      visibility: {
        default_visibility: visibility?.attributes['DefaultVisibility'] !== 'false',
        exceptions: named(elementAt(visibility, 'Exceptions')),
      },
    },
  }
}

const named = (list: XmlElement | undefined): Json[] =>
  elementsIn(list).flatMap(({ attributes }) => {
    const guid = attributes['IfcGuid']
    return guid === undefined || guid.length > 64 ? [] : [{ ifc_guid: guid }]
  })

function pointOf(node: XmlElement | undefined): { x: number; y: number; z: number } | null {
  const [x = NaN, y = NaN, z = NaN] = ['X', 'Y', 'Z'].map((axis) => Number(textAt(node, axis) ?? NaN))
  return [x, y, z].every(Number.isFinite) ? { x, y, z } : null
}
