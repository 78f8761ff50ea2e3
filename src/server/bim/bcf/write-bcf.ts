import { strToU8, zipSync, type Zippable } from 'fflate'
import { isJsonObject, type Json } from '#base/json.ts'
import { element, writeXml, type XmlNode, type XmlPart } from '#base/xml/write-xml.ts'
import type { BcfTopic, BcfVersion } from './bcf-topic.ts'
import { extensions, markup, pictureName, viewName } from './write-markup.ts'

/** Writes topics as a BCF file (.bcfzip): what other programs open as issues with their view. */
export function writeBcf(topics: readonly BcfTopic[], version: BcfVersion): Uint8Array {
  const detailed = version === '2.1' ? [element('DetailedVersion', '2.1')] : []
  const files: Zippable = {
    'bcf.version': file({ name: 'Version', attributes: { VersionId: version }, content: detailed }),
  }
  if (version === '3.0') files['extensions.xml'] = file(extensions(topics))
  for (const topic of topics) {
    files[`${topic.guid}/markup.bcf`] = file(markup(topic, version))
    if (topic.view) files[`${topic.guid}/${viewName}`] = file(viewpoint(topic.guid, topic.view, version))
    // Pictures are packed already.
    if (topic.snapshot) files[`${topic.guid}/${pictureName(topic)}`] = [topic.snapshot.bytes, { level: 0 }]
  }
  return zipSync(files)
}

const file = (root: XmlNode): Uint8Array => strToU8(writeXml(root))

function viewpoint(guid: string, view: Readonly<Record<string, Json>>, version: BcfVersion): XmlNode {
  const camera = partOf(view, 'perspective_camera')
  const components = partOf(view, 'components')
  const visibility = partOf(components, 'visibility')
  const shown = String(visibility['default_visibility'] !== false)
  const planes = Array.isArray(view['clipping_planes']) ? view['clipping_planes'] : []
  return {
    name: 'VisualizationInfo',
    attributes: { Guid: guid },
    content: [
      element('Components', [
        named('Selection', components['selection']),
        element('Visibility', [named('Exceptions', visibility['exceptions'])], { DefaultVisibility: shown }),
      ]),
      element('PerspectiveCamera', [
        vector('CameraViewPoint', camera['camera_view_point']),
        vector('CameraDirection', camera['camera_direction']),
        vector('CameraUpVector', camera['camera_up_vector']),
        element('FieldOfView', number(camera['field_of_view'])),
        version === '3.0' ? element('AspectRatio', '1.5') : null,
      ]),
      planes.length === 0 ? null : element('ClippingPlanes', planes.map(clippingPlane)),
    ],
  }
}

function clippingPlane(plane: Json): XmlPart {
  const { location, direction } = isJsonObject(plane) ? plane : {}
  return element('ClippingPlane', [vector('Location', location), vector('Direction', direction)])
}

function vector(name: string, from: Json | undefined): XmlPart {
  const at = isJsonObject(from) ? from : {}
  return element(
    name,
    ['X', 'Y', 'Z'].map((axis) => element(axis, number(at[axis.toLowerCase()]))),
  )
}

function named(name: string, list: Json | undefined): XmlPart {
  const found = (Array.isArray(list) ? list : [])
    .map((one) => (isJsonObject(one) ? one['ifc_guid'] : null))
    .filter((one) => typeof one === 'string')
  return found.length === 0
    ? null
    : element(
        name,
        found.map((one) => element('Component', [], { IfcGuid: one })),
      )
}

function partOf(object: Readonly<Record<string, Json>>, key: string): Readonly<Record<string, Json>> {
  const part = object[key]
  return isJsonObject(part) ? part : {}
}

const number = (value: Json | undefined): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : '0'
