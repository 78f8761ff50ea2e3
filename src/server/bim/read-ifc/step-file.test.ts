import { readFileSync } from 'node:fs'
import { IfcAPI, LogLevel } from 'web-ifc'
import { describe, expect, it } from 'vitest'
import { ifcFiles, realModels } from '../../../../tests/support/ifc-files.ts'
import { StepFile, type Argument } from './step-file.ts'
import { typeCode } from './step-lines.ts'

const fileOf = (data: string, encoding: BufferEncoding = 'utf8'): StepFile =>
  new StepFile(
    Buffer.from(
      `ISO-10303-21;\nHEADER;\nFILE_NAME('#1=IFCWALL();DATA;');\nENDSEC;\nDATA;\n${data}\nENDSEC;\nEND-ISO-10303-21;\n`,
      encoding,
    ),
  )
const valuesOf = (written: string, encoding?: BufferEncoding): Argument[] =>
  fileOf(`#1=IFCWALL(${written});`, encoding).line(1)?.values ?? []

describe('the lines of a STEP file', () => {
  it('are found by their ids, whatever stands between and inside them', () => {
    const file = fileOf(
      "#7=IFCDOOR('a;b',#1);/* #2=IFCWALL(); */ #3 = ifcwall\n( $ ) ; #1=IFCWALL('it''s; #9=IFCWALL()');\n#4=(IFCA(1)IFCB(2));#=IFCWALL();#5 IFCWALL();",
    )
    expect(file.size).toBe(3)
    expect(file.types()).toEqual([typeCode('IFCDOOR'), typeCode('IFCWALL')])
    expect(file.idsOf(typeCode('IFCWALL'))).toEqual([3, 1])
    expect(file.line(1)?.values).toEqual([{ type: 1, value: "it's; #9=IFCWALL()" }])
    expect(file.line(7)).toEqual({
      id: 7,
      type: typeCode('IFCDOOR'),
      values: [
        { type: 1, value: 'a;b' },
        { type: 5, value: 1 },
      ],
    })
    expect([2, 4, 5, 9].map((id) => file.line(id))).toEqual([null, null, null, null])
  })

  it('have texts of every way to write what is not ASCII', () => {
    const texts = [
      ["'caf\u00e9'", 'caf\u00e9'],
      [String.raw`'\X2\00E900E8\X0\ \X\E9 \S\i \\ \PE\\S\I'`, 'éè é é \\ Щ'],
      [String.raw`'\X4\0001F600\X0\\X2\D83DDE00\X0\'`, '😀😀'],
      [String.raw`'a\N\b\x'`, 'ab'],
      ["''", ''],
      [`'\\X2\\${'00E9'.repeat(200_000)}\\X0\\'`, 'é'.repeat(200_000)],
    ]
    for (const [written = '', text] of texts) expect(valuesOf(written)).toEqual([{ type: 1, value: text }])
    // Of no UTF-8 it is the code page of most machines that write so.
    expect(valuesOf("'caf\u00e9'", 'latin1')).toEqual([{ type: 1, value: 'caf\u00e9' }])
  })

  it('have numbers as they are written, words, lists and typed values; what nobody can read is nothing', () => {
    expect(valuesOf('1.50,-2.5E-3,+2.,.5,7,99999999999999999999,.T.,.F.,.U.,.ABC_1.,"0F",$')).toEqual([
      { type: 4, value: '1.50' },
      { type: 4, value: '-2.5E-3' },
      { type: 4, value: '2.' },
      { type: 4, value: '.5' },
      { type: 10, value: 7 },
      { type: 10, value: '99999999999999999999' },
      { type: 3, value: true },
      { type: 3, value: false },
      { type: 3 },
      { type: 3, value: 'ABC_1' },
      { type: 11, value: '0F' },
      null,
    ])
    expect(
      valuesOf("*,((#1),()),IFCREAL( 2.5 ),IFCTEXT($),IFCLOGICAL(.U.),IFCCOMPLEX((1.,2.)),TRUE,!,'z'"),
    ).toEqual([
      [[{ type: 5, value: 1 }], []],
      { type: 2, typecode: typeCode('IFCREAL'), value: '2.5' },
      { type: 2, typecode: typeCode('IFCTEXT'), value: null },
      { type: 2, typecode: typeCode('IFCLOGICAL') },
      {
        type: 2,
        typecode: typeCode('IFCCOMPLEX'),
        value: [
          { type: 4, value: '1.' },
          { type: 4, value: '2.' },
        ],
      },
      null,
      null,
      { type: 1, value: 'z' },
    ])
  })

  it('can be left out by their classes, and nothing else with them', () => {
    const file = fileOf(
      "#1=IFCWALL('#2=IFCDOOR();');\n#2=IFCDOOR();#3= ifcdoor ('a;b');/* x */#4=(IFCA()IFCB());\n#5=IFCWALL();",
    )
    const left = Buffer.from(file.without(new Set([typeCode('IFCDOOR')]))).toString()
    expect(left).toContain("DATA;\n#1=IFCWALL('#2=IFCDOOR();');")
    expect(left).toMatch(
      /\/\* x \*\/#4=\(IFCA\(\)IFCB\(\)\);\n#5=IFCWALL\(\);\nENDSEC;\nEND-ISO-10303-21;\n$/,
    )
    expect(left).not.toMatch(/#2=IFCDOOR\(\);\S*#3|ifcdoor/)
    expect(Buffer.from(file.without(new Set([typeCode('IFCSLAB')]))).length).toBe(
      left.length + "#2=IFCDOOR();#3= ifcdoor ('a;b');".length,
    )
  })

  it('end where they end: brackets that stay open, texts that do not end, bytes of no file', () => {
    expect(fileOf("#1=IFCWALL((('a';#2=IFCWALL('b');").line(2)?.values).toEqual([{ type: 1, value: 'b' }])
    expect(fileOf("#1=IFCWALL((('a';").line(1)?.values).toEqual([[[{ type: 1, value: 'a' }]]])
    expect(() => fileOf("#1=IFCWALL('a);")).toThrow('could not be read')
    expect(new StepFile(Buffer.from('')).size).toBe(0)
    expect(new StepFile(Buffer.from('DATA;#1=IFCWALL(')).size).toBe(1)
    expect(new StepFile(Buffer.from([0, 255, 10, 35, 35, 61])).size).toBe(0)
  })
})

describe(`agrees with the parser of web-ifc on every line${realModels}`, { timeout: 600_000 }, () => {
  it.each(ifcFiles)('of %s', async (path) => {
    const bytes = readFileSync(path)
    const api = new IfcAPI()
    await api.Init()
    api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
    const model = api.OpenModel(new Uint8Array(bytes))
    const file = new StepFile(bytes)
    const ids = api.GetAllLines(model)
    expect(file.size).toBe(ids.size())
    for (let at = 0; at < ids.size(); at += 1) {
      const id = ids.get(at)
      const { type, arguments: values } = api.GetRawLineData(model, id)
      const line = file.line(id)
      // A comparison of their texts is enough where they are alike, and a hundred times as fast.
      const isSame = line?.type === type && JSON.stringify(line.values) === JSON.stringify(values ?? [])
      if (!isSame) expect(line).toEqual({ id, type, values: values ?? [] })
    }
    // It names only the classes it knows.
    const known = api.GetAllTypesOfModel(model).map(({ typeID }) => typeID)
    expect(file.types()).toEqual(expect.arrayContaining(known))
  })
})
