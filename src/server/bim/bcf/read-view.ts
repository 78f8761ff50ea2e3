import type { Json, JsonObject } from '#base/json.ts'
import { elementAt, elementsIn, textAt, type XmlElement } from '#base/xml/read-xml.ts'

const usualAngle = 60

/** A viewpoint as a view is kept with the record; null where it has no camera. */
export function viewOf(info: XmlElement): JsonObject | null {
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
