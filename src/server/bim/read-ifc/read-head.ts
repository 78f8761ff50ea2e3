import * as ifc from 'web-ifc'
import { IfcFailure } from './ifc-failure.ts'
import { textOf, type IfcLines } from './ifc-lines.ts'
import type { IfcHead, IfcUnits } from './ifc-facts.ts'
import type { IfcBytes } from './open-ifc-file.ts'

/** The schema a file says it is written in. Throws `not_ifc` for another STEP file, `unsupported_schema`. */
export function readSchema(bytes: IfcBytes): string {
  const start = Buffer.from(bytes.read(0, 65_536)).toString('latin1')
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(start)?.[1]?.trim().toUpperCase() ?? ''
  if (!schema.startsWith('IFC')) throw new IfcFailure('not_ifc')
  if (!/^IFC(2X3|4)/.test(schema)) throw new IfcFailure('unsupported_schema')
  return schema
}

/** What a file says about itself. */
export function readHead(lines: IfcLines, schema: string, units: IfcUnits): IfcHead {
  const applications = lines
    .linesOf(ifc.IFCAPPLICATION)
    .map(({ values }) => [textOf(values[2]), textOf(values[1])].filter((one) => one !== null).join(' '))
  const [project] = lines.linesOf(ifc.IFCPROJECT)
  return {
    schema,
    applications: [...new Set(applications)].filter((name) => name !== ''),
    project: textOf(project?.values[2]) ?? textOf(project?.values[5]),
    units,
    entities: lines.size,
  }
}
