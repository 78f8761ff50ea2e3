// Runs in a process of its own: what web-ifc alone needs to open a file, to hand over every line that says something of
// elements, and (MESHES=1) to hand over every triangle. Prints milliseconds and the memory it held at most.
import { readFileSync } from 'node:fs'
import * as ifc from 'web-ifc'

const started = performance.now()
const api = new ifc.IfcAPI()
await api.Init()
api.SetLogLevel(ifc.LogLevel.LOG_LEVEL_OFF)
const model = api.OpenModel(new Uint8Array(readFileSync(process.argv[2] ?? '')))
const opened = performance.now()
let lines = 0
const read = (type: number): void => {
  const ids = api.GetLineIDsWithType(model, type)
  for (let index = 0; index < ids.size(); index += 1)
    if (api.GetRawLineData(model, ids.get(index))) lines += 1
}
for (const { typeID, typeName } of api.GetAllTypesOfModel(model))
  if (
    api.IsIfcElement(typeID) ||
    /^Ifc(Rel|Property|Quantity|ElementQuantity|Material|.*Type$)/i.test(typeName)
  )
    read(typeID)
const said = performance.now()
let triangles = 0
if (process.env['MESHES'] === '1')
  api.StreamAllMeshes(model, ({ geometries }) => {
    for (let index = 0; index < geometries.size(); index += 1) {
      const geometry = api.GetGeometry(model, geometries.get(index).geometryExpressID)
      api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
      triangles += api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()).length / 3
      geometry.delete()
    }
  })
const end = performance.now()
console.log(
  JSON.stringify({
    total: Math.round(end - started),
    open: Math.round(opened - started),
    lines: Math.round(said - opened),
    meshes: Math.round(end - said),
    lineCount: lines,
    triangles,
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
)
