import { z } from 'zod'
import { isJsonObject } from '#base/json.ts'
import { isPropertySplit } from '#contracts/takeoff.ts'
import { textOf } from '../estimates/read-value.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { latestVersions } from '../takeoff/latest-versions.ts'
import { offeredProperties, offeredQuantities, offeredTexts } from '../takeoff/offered-names.ts'
import { readElements } from '../takeoff/read-elements.ts'
import { whereOfClasses } from '../takeoff/rule-of.ts'
import { defineCommand } from './command.ts'

const most = 500
const longest = 200

/**
 * The properties that elements of the newest building models of a rule set have, as rules name them: those that the most
 * elements have first come in, and they stand in the order of their names. Of one class or several, where they are named.
 */
export const propertiesForTakeoff = defineCommand({
  name: 'takeoff.properties',
  title: 'Look up which properties elements have',
  input: z.strictObject({ rule_set: z.uuid(), ifc_class: z.string().max(300).nullish() }),
  changes: [],
  reads: true,
  async run(context, { rule_set, ifc_class }) {
    const set = await visibleRow(context, 'takeoff_rule_sets', rule_set, 'read')
    const project = textOf(set.attributes, 'bim_project')
    const versions = await latestVersions(context, { project, named: [] })
    const where = whereOfClasses(ifc_class ?? '')
    const rows = await readElements(context, versions, {
      where,
      fields: ['id', 'property_sets', 'quantities'],
    })
    const counts = new Map<string, { label: string; elements: number }>()
    for (const { property_sets: sets } of rows)
      for (const [name, properties] of Object.entries(isJsonObject(sets) ? sets : {}))
        for (const property of Object.keys(isJsonObject(properties) ? properties : {})) {
          const value = `pset.${name}.${property}`
          const known = counts.get(value)
          if (known) known.elements += 1
          else counts.set(value, { label: `${name}: ${property}`, elements: 1 })
        }
    const options = [...counts]
      .filter(([value]) => value.length <= longest && isPropertySplit(value))
      .map(([value, found]) => ({ value, ...found }))
      .toSorted((a, b) => b.elements - a.elements || a.label.localeCompare(b.label))
      .slice(0, most)
      .toSorted((a, b) => a.label.localeCompare(b.label))
    return {
      options: options.map(({ value, label }) => ({ value, label })),
      ...(await offeredTexts(context, versions)),
      ...offeredProperties(rows),
      quantities: offeredQuantities(rows),
    }
  },
})
