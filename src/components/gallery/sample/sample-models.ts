import type { Row } from '#contracts/query.ts'
import type { SampleModel } from './sample-fields.ts'
import { sampleImports, sampleSchedules } from './sample-transfers.ts'

// Invented companies, people and prices. Written by rule, not by chance, so that every drawing is the same.
const people = ['Anna Brandt', 'Jonas Weber', 'Mira Okafor', 'Luca Rossi']
const cities = ['Leipzig', 'Graz', 'Winterthur', 'Bremen', 'Linz', 'Basel', 'Kassel', 'Ulm']
const companies = [
  'Nordkies Betonwerk',
  'Holzbau Ahrens',
  'Stahlhandel Krüger',
  'Dach & Wand Pichler',
  'Ziegelei Moser',
  'Elektro Hansen',
  'Gerüstbau Lindner',
  'Farbenhaus Seidel',
  'Fenster Auer',
  'Baustoffe Rieder',
  'Tiefbau Jansen',
  'Glaserei Brunner',
]
const states = ['active', 'active', 'active', 'on_hold', 'new'] as const
const goods: [category: string, name: string, unit: string, price: number][] = [
  ['Concrete', 'Ready-mix concrete C25/30', 'm³', 118.4],
  ['Concrete', 'Ready-mix concrete C30/37', 'm³', 131.9],
  ['Concrete', 'Screed CT-C25', 'm³', 96.25],
  ['Steel', 'Reinforcing bar B500B', 't', 912],
  ['Steel', 'Reinforcing mesh Q257A', 'm²', 5.35],
  ['Steel', 'Section IPE 200', 'm', 41.8],
  ['Timber', 'Solid structural timber C24', 'm³', 438.5],
  ['Timber', 'OSB/3 board 18 mm', 'm²', 9.42],
  ['Timber', 'Glued laminated timber GL24h', 'm³', 612],
  ['Masonry', 'Clay block 36.5 cm', 'm²', 58.9],
  ['Masonry', 'Calcium silicate brick', 'pcs', 1.12],
  ['Insulation', 'Mineral wool 160 mm', 'm²', 14.75],
  ['Insulation', 'EPS facade board 140 mm', 'm²', 12.3],
  ['Roofing', 'Clay roof tile', 'pcs', 1.48],
  ['Roofing', 'Roof membrane', 'm²', 3.95],
  ['Labour', 'Skilled worker', 'h', 54.2],
]

const two = (value: number): string => String(value).padStart(2, '0')
const day = (offset: number): string => `2026-${two(1 + (offset % 10))}-${two(1 + ((offset * 7) % 28))}`
const times = (at: number): Row => ({
  created_at: `${day(at)}T08:${two(at % 60)}:00Z`,
  updated_at: `${day(at + 1)}T14:${two((at * 3) % 60)}:00Z`,
})
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

const members: SampleModel = {
  key: 'sys_member',
  label: 'People',
  title: 'name',
  fields: [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'role', label: 'Role', type: 'text' },
  ],
  rows: people.map((name, at) => ({
    id: `sample-sys_member-${at + 1}`,
    name,
    role: pick(['owner', 'admin', 'member'], at),
    ...times(at),
  })),
}

const suppliers: SampleModel = {
  key: 'suppliers',
  label: 'Suppliers',
  description: 'Who we buy from, and on which terms.',
  icon: 'truck',
  title: 'name',
  fields: [
    { key: 'name', label: 'Name', type: 'text', required: true, max_length: 120 },
    {
      key: 'state',
      label: 'State',
      type: 'select',
      default: 'active',
      options: [
        { value: 'active', label: 'Active', color: 'success' },
        { value: 'on_hold', label: 'On hold', color: 'warning' },
        { value: 'new', label: 'New', color: 'info' },
      ],
    },
    { key: 'city', label: 'City', type: 'text' },
    { key: 'email', label: 'Mail', type: 'email' },
    { key: 'phone', label: 'Telephone', type: 'phone' },
    { key: 'discount', label: 'Discount', type: 'percent', scale: 1 },
    { key: 'since', label: 'Supplier since', type: 'date' },
    { key: 'contact', label: 'Our contact', type: 'user' },
    {
      key: 'trades',
      label: 'Delivers',
      type: 'multi_select',
      options: ['Concrete', 'Steel', 'Timber', 'Masonry', 'Roofing'],
    },
    { key: 'terms', label: 'Terms', type: 'markdown' },
    { key: 'documents', label: 'Documents', type: 'file' },
  ],
  rows: companies.map((name, at) => ({
    id: `sample-suppliers-${at + 1}`,
    name,
    state: pick(states, at),
    city: pick(cities, at),
    email: `office@${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`,
    phone: `+49 341 55501${two(at)}`,
    discount: `${(at % 5) + 1}.5`,
    since: `20${two(12 + (at % 12))}-0${1 + (at % 9)}-15`,
    contact: `sample-sys_member-${1 + (at % people.length)}`,
    trades: pick([['Concrete'], ['Timber', 'Roofing'], ['Steel'], ['Masonry', 'Concrete']], at),
    terms:
      at === 0
        ? '30 days net, **2 %** within 10 days.\n\n- free delivery from 8 m³\n- pump on request'
        : null,
    documents:
      at === 0
        ? [{ id: 'sample-file-1', name: 'Frame agreement 2026.pdf', type: 'application/pdf', size: 184_320 }]
        : null,
    ...times(at),
  })),
}

const materials: SampleModel = {
  key: 'materials',
  label: 'Materials',
  description: 'What we buy, with its price and where it comes from.',
  icon: 'package',
  title: 'name',
  fields: [
    { key: 'code', label: 'Code', type: 'text', required: true, unique: true },
    { key: 'name', label: 'Name', type: 'text', required: true },
    {
      key: 'category',
      label: 'Category',
      type: 'select',
      options: ['Concrete', 'Steel', 'Timber', 'Masonry', 'Insulation', 'Roofing', 'Labour'],
    },
    { key: 'unit', label: 'Unit', type: 'text' },
    { key: 'price', label: 'Price', type: 'money', currency: 'EUR', scale: 2 },
    {
      key: 'supplier',
      label: 'Supplier',
      type: 'relation',
      target: 'suppliers',
      inverse: 'Materials of this supplier',
    },
    { key: 'priced_on', label: 'Priced on', type: 'date' },
    { key: 'in_stock', label: 'In stock', type: 'boolean' },
    { key: 'weight', label: 'Weight', type: 'decimal', unit: 'kg', scale: 1 },
  ],
  rows: Array.from({ length: 320 }, (_, at) => {
    const [category, name, unit, price] = pick(goods, at)
    const series = Math.floor(at / goods.length)
    return {
      id: `sample-materials-${at + 1}`,
      code: `${category.slice(0, 2).toUpperCase()}-${String(1000 + at)}`,
      name: series === 0 ? name : `${name}, lot ${series + 1}`,
      category,
      unit,
      price: (price * (1 + series * 0.013)).toFixed(2),
      supplier: at % 17 === 5 ? null : `sample-suppliers-${1 + (at % companies.length)}`,
      priced_on: day(at),
      in_stock: at % 3 !== 0,
      weight: at % 4 === 0 ? null : `${(at % 90) + 1}.5`,
      ...times(at),
    }
  }),
}

const packages: [code: string, name: string, above: number | null][] = [
  ['1', 'Site setup', null],
  ['1.1', 'Fencing and gates', 0],
  ['1.2', 'Power and water', 0],
  ['2', 'Structure', null],
  ['2.1', 'Foundations', 3],
  ['2.1.1', 'Blinding layer', 4],
  ['2.1.2', 'Ground slab', 4],
  ['2.2', 'Walls', 3],
  ['2.3', 'Floor slabs', 3],
  ['3', 'Roof', null],
  ['3.1', 'Rafters', 9],
  ['3.2', 'Covering', 9],
]

const workPackages: SampleModel = {
  key: 'work_packages',
  label: 'Work packages',
  icon: 'hierarchy',
  title: 'name',
  fields: [
    { key: 'code', label: 'Code', type: 'text' },
    { key: 'name', label: 'Name', type: 'text', required: true },
    { key: 'above', label: 'Part of', type: 'relation', target: 'work_packages' },
  ],
  rows: packages.map(([code, name, above], at) => ({
    id: `sample-work_packages-${at + 1}`,
    code,
    name,
    above: above === null ? null : `sample-work_packages-${above + 1}`,
    ...times(at),
  })),
}

/** The gallery's models. A fresh copy each time: what a visitor changes is gone with the page. */
export const sampleModels = (): SampleModel[] =>
  structuredClone([members, suppliers, materials, workPackages, sampleImports, sampleSchedules])
