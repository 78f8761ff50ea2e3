import { expect, it } from 'vitest'
import * as ifc from 'web-ifc'
import { IfcLines } from './ifc-lines.ts'
import { classificationText, readClassifications } from './read-classifications.ts'
import { StepFile } from './step-file.ts'

const classifications = (...data: string[]) =>
  readClassifications(
    new IfcLines(new StepFile(Buffer.from(`DATA;\n${data.join('\n')}\nENDSEC;\n`)), new ifc.IfcAPI()),
  )
const relation = (id: number, name: string | null, objects: string, code: number): string =>
  `#${id}=IFCRELASSOCIATESCLASSIFICATION('x',$,${name === null ? '$' : `'${name}'`},$,(${objects}),#${code});`

it('reads codes as programs write them: with a system, below other codes, without one, as notation', () => {
  const read = classifications(
    "#1=IFCCLASSIFICATION('','',$,'NL/SfB (4 cijfers)');",
    "#2=IFCCLASSIFICATIONREFERENCE($,'31.20','ALGEMEEN',#1);",
    relation(3, 'NL/SfB', '#100,#101', 2),
    "#4=IFCCLASSIFICATION($,'2015',$,'Uniclass',$,$,$);",
    "#5=IFCCLASSIFICATIONREFERENCE($,'EF_25','Walls',#4,$,$);",
    "#6=IFCCLASSIFICATIONREFERENCE($,'EF_25_10',$,#5,$,$);",
    relation(7, null, '#100', 6),
    "#8=IFCCLASSIFICATIONREFERENCE($,'000','Allgemeines',$,$,$);",
    relation(9, 'AC Zone Category', '#102', 8),
    "#10=IFCCLASSIFICATIONREFERENCE($,$,'Inside door',$);",
    relation(11, null, '#103', 10),
    "#12=IFCCLASSIFICATIONNOTATIONFACET('L2');",
    "#13=IFCCLASSIFICATIONNOTATIONFACET('41');",
    '#14=IFCCLASSIFICATIONNOTATION((#12,#13));',
    relation(15, 'Uniclass 1', '#104', 14),
    // A system alone, a code that is not there, a code that stands below itself.
    relation(16, 'Uniclass', '#105', 4),
    relation(17, 'Uniclass', '#105', 99),
    "#18=IFCCLASSIFICATIONREFERENCE($,'A','B',#18);",
    relation(19, '__proto__', '#106', 18),
  )
  const text = (id: number): string | null => classificationText(read.of(id, null))
  expect(text(100)).toBe('NL/SfB (4 cijfers): 31.20 ALGEMEEN; Uniclass: EF_25_10')
  expect(text(101)).toBe('NL/SfB (4 cijfers): 31.20 ALGEMEEN')
  expect(text(102)).toBe('AC Zone Category: 000 Allgemeines')
  expect(text(103)).toBe('Classification: Inside door')
  expect(text(104)).toBe('Uniclass 1: L2 41')
  expect([text(105), read.setOf(read.of(105, null))]).toEqual([null, null])
  expect(text(106)).toBe('__proto__: A B')
  expect(read.setOf(read.of(106, null))).toMatchObject({ text: '{"__proto__":"A"}', isStorable: false })
})

it('lets an element speak before its type, system by system, and shares what is the same', () => {
  const read = classifications(
    "#1=IFCCLASSIFICATION('','',$,'Uniformat');",
    "#2=IFCCLASSIFICATION('','',$,'DIN 276');",
    "#3=IFCCLASSIFICATIONREFERENCE($,'B2010','Exterior walls',#1);",
    "#4=IFCCLASSIFICATIONREFERENCE($,'C1010','Partitions',#1);",
    "#5=IFCCLASSIFICATIONREFERENCE($,'331','Walls',#2);",
    relation(6, null, '#100,#200', 4),
    relation(7, null, '#200', 5),
    relation(8, null, '#300', 3),
    relation(9, null, '#300', 4),
  )
  const wall = read.of(100, 200)
  expect(read.setOf(wall)?.properties).toEqual({ Uniformat: 'C1010', 'DIN 276': '331' })
  expect(read.of(101, 200)).toBe(read.of(102, 200))
  expect(read.setOf(read.of(101, 200))).toBe(read.setOf(read.of(102, 200)))
  expect(read.setOf(read.of(300, 200))?.properties).toEqual({
    Uniformat: ['B2010', 'C1010'],
    'DIN 276': '331',
  })
})
