import { strToU8, zipSync, type Zippable } from 'fflate'
import type { Json } from '#base/json.ts'
import { isJsonObject } from '#base/json.ts'
import type { BcfTopic, BcfVersion } from './bcf-topic.ts'

/** Writes topics as a BCF file (.bcfzip): what other programs open as issues with their view. */
export function writeBcf(topics: readonly BcfTopic[], version: BcfVersion): Uint8Array {
  const files: Zippable = {
    'bcf.version': file(
      element(
        'Version',
        { VersionId: version },
        version === '2.1' ? element('DetailedVersion', {}, '2.1') : '',
      ),
    ),
  }
  if (version === '3.0') files['extensions.xml'] = file(extensions(topics))
  for (const topic of topics) {
    files[`${topic.guid}/markup.bcf`] = file(markup(topic, version))
    if (topic.view) files[`${topic.guid}/viewpoint.bcfv`] = file(viewpoint(topic.guid, topic.view, version))
  }
  return zipSync(files)
}

const file = (content: string): Uint8Array => strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`)

const escaped = (text: string): string =>
  text
    // What XML has no way to say.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '')

function element(name: string, attributes: Record<string, string>, content = ''): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${said.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`
}

function extensions(topics: readonly BcfTopic[]): string {
  const statuses = [...new Set(topics.map(({ status }) => status))]
  return element(
    'Extensions',
    {},
    element('TopicTypes', {}, element('TopicType', {}, 'Issue')) +
      element(
        'TopicStatuses',
        {},
        statuses.map((status) => element('TopicStatus', {}, escaped(status))).join(''),
      ),
  )
}

function markup(
  { guid, title, description, status, author, createdAt, view }: BcfTopic,
  version: BcfVersion,
): string {
  const part = (name: string, text: string): string => element(name, {}, escaped(text))
  const file = element('Viewpoint', {}, 'viewpoint.bcfv')
  const viewpoints = view
    ? version === '3.0'
      ? element('Viewpoints', {}, element('ViewPoint', { Guid: guid }, file))
      : element('Viewpoints', { Guid: guid }, file)
    : ''
  const topic =
    part('Title', title) +
    part('CreationDate', createdAt) +
    part('CreationAuthor', author) +
    (description === null ? '' : part('Description', description))
  const about = { Guid: guid, TopicType: 'Issue', TopicStatus: status }
  return element(
    'Markup',
    {},
    version === '3.0'
      ? element('Topic', about, topic + viewpoints)
      : element('Topic', about, topic) + viewpoints,
  )
}

function viewpoint(guid: string, view: Readonly<Record<string, Json>>, version: BcfVersion): string {
  const camera = partOf(view, 'perspective_camera')
  const components = partOf(view, 'components')
  const visibility = partOf(components, 'visibility')
  const vector = (name: string, from: Json | undefined): string => {
    const at = isJsonObject(from) ? from : {}
    return element(
      name,
      {},
      ['X', 'Y', 'Z'].map((axis) => element(axis, {}, number(at[axis.toLowerCase()]))).join(''),
    )
  }
  const named = (name: string, list: Json | undefined): string => {
    const found = (Array.isArray(list) ? list : [])
      .map((one) => (isJsonObject(one) ? one['ifc_guid'] : null))
      .filter((one) => typeof one === 'string')
    return found.length === 0
      ? ''
      : element(name, {}, found.map((one) => element('Component', { IfcGuid: one })).join(''))
  }
  const planes = Array.isArray(view['clipping_planes']) ? view['clipping_planes'] : []
  return element(
    'VisualizationInfo',
    { Guid: guid },
    element(
      'Components',
      {},
      named('Selection', components['selection']) +
        element(
          'Visibility',
          { DefaultVisibility: String(visibility['default_visibility'] !== false) },
          named('Exceptions', visibility['exceptions']),
        ),
    ) +
      element(
        'PerspectiveCamera',
        {},
        vector('CameraViewPoint', camera['camera_view_point']) +
          vector('CameraDirection', camera['camera_direction']) +
          vector('CameraUpVector', camera['camera_up_vector']) +
          element('FieldOfView', {}, number(camera['field_of_view'])) +
          (version === '3.0' ? element('AspectRatio', {}, '1.5') : ''),
      ) +
      (planes.length === 0
        ? ''
        : element(
            'ClippingPlanes',
            {},
            planes
              .map((plane) => (isJsonObject(plane) ? plane : {}))
              .map((plane) =>
                element(
                  'ClippingPlane',
                  {},
                  vector('Location', plane['location']) + vector('Direction', plane['direction']),
                ),
              )
              .join(''),
          )),
  )
}

function partOf(object: Readonly<Record<string, Json>>, key: string): Readonly<Record<string, Json>> {
  const part = object[key]
  return isJsonObject(part) ? part : {}
}

const number = (value: Json | undefined): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : '0'
