import { readFileSync } from 'node:fs'
import { IfcAPI, LogLevel } from 'web-ifc'
import { beforeAll, describe, expect, it } from 'vitest'
import { ifcFiles, realModels } from '../../../../tests/support/ifc-files.ts'
import { GeometryBuilder } from './geometry-builder.ts'
import { IfcLines } from './ifc-lines.ts'
import type { MeshFacts } from './mesh-facts.ts'
import { PlacedShapes } from './placed-shapes.ts'
import { readMeshes } from './read-meshes.ts'
import { repeatedShapes } from './repeated-shapes.ts'
import { StepFile } from './step-file.ts'

const api = new IfcAPI()
beforeAll(async () => {
  await api.Init()
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
})

interface Reading {
  facts: Map<number, MeshFacts>
  colours: Map<number, readonly number[][]>
}

/** What the triangles of all elements come to; with the lines of the file or by the parser alone. */
function read(bytes: Uint8Array, withFile: boolean): Reading {
  const file = new StepFile(bytes)
  const lines = new IfcLines(file, api)
  const ids = lines
    .types()
    .filter(({ type, name }) => lines.isElement(type) && name !== 'IfcOpeningElement')
    .flatMap(({ type }) => lines.idsOf(type))
    .toSorted((a, b) => a - b)
  const model = api.OpenModel(bytes)
  const source = new PlacedShapes(api, model, withFile ? file : null, ids)
  const facts = readMeshes(source, ids, new GeometryBuilder(1e7))
  const colours: Reading['colours'] = new Map()
  const again = new PlacedShapes(api, model, withFile ? file : null, ids)
  again.read(ids, (id, shapes) =>
    colours.set(
      id,
      shapes.map(({ colour }) => [...colour]),
    ),
  )
  api.CloseModel(model)
  return { facts, colours }
}

function expectTheSame(bytes: Uint8Array): void {
  const [alone, shared] = [read(bytes, false), read(bytes, true)]
  expect([...shared.facts.keys()].toSorted()).toEqual([...alone.facts.keys()].toSorted())
  expect(shared.colours).toEqual(alone.colours)
  for (const [id, one] of alone.facts) {
    const other = shared.facts.get(id)
    expect(other?.triangles).toBe(one.triangles)
    const numbers = ({ volume, area, box, middle }: MeshFacts): number[] => [volume, area, ...box, ...middle]
    for (const [at, value] of numbers(one).entries())
      expect(other && numbers(other)[at]).toBeCloseTo(value, 8)
  }
}

// Beams with a hole, each with lines of its own, as programs write them.
let next = 100
function beam(place: string, { hole = '20.', style = '' } = {}): string {
  const id = (next += 20)
  return `
#${id}=IFCCARTESIANPOINT((${place}));
#${id + 1}=IFCDIRECTION((0.6,0.8,0.));
#${id + 2}=IFCAXIS2PLACEMENT3D(#${id},#5,#${id + 1});
#${id + 3}=IFCLOCALPLACEMENT($,#${id + 2});
#${id + 4}=IFCRECTANGLEPROFILEDEF(.AREA.,'own ${hole}',$,100.,200.);
#${id + 5}=IFCEXTRUDEDAREASOLID(#${id + 4},$,#5,3000.);
#${id + 6}=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,${hole},${hole});
#${id + 7}=IFCEXTRUDEDAREASOLID(#${id + 6},$,#5,3000.);
#${id + 8}=IFCBOOLEANRESULT(.DIFFERENCE.,#${id + 5},#${id + 7});
#${id + 9}=IFCSHAPEREPRESENTATION(#7,'Body','CSG',(#${id + 8}));
#${id + 10}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 9}));
#${id + 11}=IFCBEAM('${String(id).padStart(22, '0')}',$,'Beam',$,$,#${id + 3},#${id + 10},$);
${style === '' ? '' : `#${id + 12}=IFCSTYLEDITEM(#${id + 8},(${style}),$);`}`
}
const beamIds = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => 120 + index * 20 + 11)

function model(beams: string, more = ''): Buffer {
  return Buffer.from(`ISO-10303-21;
HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');FILE_SCHEMA(('IFC4'));ENDSEC;
DATA;
#1=IFCPROJECT('0000000000000000000001',$,'P',$,$,$,$,(#7),#3);
#2=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#3=IFCUNITASSIGNMENT((#2));
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCDIRECTION((0.,0.,1.));
#6=IFCAXIS2PLACEMENT3D(#4,$,$);
#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#6,$);
#8=IFCCOLOURRGB($,1.,0.,0.);
#9=IFCSURFACESTYLERENDERING(#8,0.,$,$,$,$,$,$,.FLAT.);
#10=IFCSURFACESTYLE($,.BOTH.,(#9));
${beams}${more}
ENDSEC;
END-ISO-10303-21;
`)
}

describe('what looks the same', () => {
  const beams = (): string => {
    next = 100
    return [
      beam('0.,0.,0.'),
      beam('1.E3,2000.,0.'),
      beam('0.,0.,3000.', { hole: '30.' }),
      beam('0.,5000.,0.', { style: '#10' }),
      beam('450000000.,5400000000.,0.'),
      beam('0.,0.,9000.'),
    ].join('')
  }
  const [first = 0, second = 0, wide = 0, red = 0, far = 0, last = 0] = beamIds(6)

  it('is found by what its lines say, also of its colour, and not where openings are cut out', () => {
    const repeated = (bytes: Buffer) =>
      repeatedShapes(new StepFile(bytes), [first, second, wide, red, far, last])
    const plain = [
      [second, first],
      [far, first],
      [last, first],
    ]
    expect([...repeated(model(beams()))]).toEqual(plain)
    const cut = `#90=IFCRELVOIDSELEMENT('0000000000000000000090',$,$,$,#${last},#91);`
    expect([...repeated(model(beams(), cut))]).toEqual(plain.slice(0, 2))
    const part = `#92=IFCRELAGGREGATES('0000000000000000000092',$,$,$,#${last},(#${second}));`
    expect([...repeated(model(beams(), cut + part))]).toEqual(plain.slice(1, 2))
    const material = `#93=IFCRELASSOCIATESMATERIAL('0000000000000000000093',$,$,$,(#${far}),#94);#94=IFCMATERIAL('Steel');`
    expect([...repeated(model(beams(), material))]).toEqual([plain[0], plain[2]])
    const circle = `#95=IFCBOOLEANRESULT(.UNION.,#96,#96);#96=IFCBOOLEANRESULT(.UNION.,#95,#95);`
    const round = beams().replace(/\.DIFFERENCE\.,#125,#127/, '.DIFFERENCE.,#125,#95')
    expect([...repeated(model(round, circle))]).toEqual([
      [far, second],
      [last, second],
    ])
  })

  it('stands where the parser would put it, to the last digits, in its own colour', () => {
    expectTheSame(model(beams()))
    const { facts, colours } = read(model(beams()), true)
    expect(facts.get(second)?.volume).toBeCloseTo((0.1 * 0.2 - 0.02 * 0.02) * 3, 6)
    expect(facts.get(second)?.middle[1]).toBeCloseTo(2, 6)
    expect(colours.get(red)?.[0]?.slice(0, 3)).toEqual([1, 0, 0])
  })

  it('is worked out one by one where the parser takes the units for others', () => {
    // Of two projects the parser asks neither for its units.
    expectTheSame(model(beams(), "#99=IFCPROJECT('0000000000000000000099',$,'P',$,$,$,$,(#7),#3);"))
  })
})

describe(`the shapes of a model are those the parser makes${realModels}`, { timeout: 600_000 }, () => {
  it.each(ifcFiles)('of %s', (path) => expectTheSame(readFileSync(path)))
})
