import type { Canonical, Dimension } from './canonical-quantity.ts'
import type { PackedElements } from './pack-elements.ts'

/** One unit of a file: how many SI units (m, m², m³, kg) it is, as exact decimal text. */
export interface IfcUnit {
  name: string
  /** `0.001` for millimetres. */
  factor: string
  /** The file does not say: SI is assumed and whoever reads the numbers is to be told. */
  assumed: boolean
}

export type IfcUnits = Readonly<Record<Exclude<Dimension, 'count'>, IfcUnit>>

/** What a file says about itself. */
export interface IfcHead {
  /** As written: IFC2X3, IFC4, IFC4X3_RC2 … */
  schema: string
  /** The programs that wrote it, each once. */
  applications: string[]
  project: string | null
  units: IfcUnits
  /** Lines of the file. */
  entities: number
}

/** A site, building, storey, space … `parent` is the express id of what it is in. */
export interface IfcSpatialNode {
  expressId: number
  globalId: string
  ifcClass: string
  name: string | null
  longName: string | null
  /** Metres, exact decimal text. */
  elevation: string | null
  parent: number | null
}

/** One quantity of an element under its canonical name, if it has one. */
export interface IfcQuantity {
  /** Null where the file does not name the set. */
  set: string | null
  name: string
  canonical: Canonical | null
  dimension: Dimension
  /** In m, m², m³, kg or pieces; exact decimal text. */
  si: string
  source: 'qto' | 'pset' | 'computed'
  zero: boolean
  /** The file does not say in which unit it is; SI was assumed. */
  assumedUnit: boolean
}

/** Metres, m² and m³ of binary floating point, with the axes of the file: computed, never declared. */
export interface IfcMesh {
  volume: number
  area: number
  /** The least and the largest x, y, z. */
  box: readonly number[]
  /** The middle of its surface. */
  middle: readonly number[]
}

/** Property sets as they are kept. */
export interface PropertyText {
  /** JSON with sorted keys, put together from texts of sets that many elements share. */
  text: string
  /** A field of JSON takes it. */
  isStorable: boolean
}

/** An element of a building (or a space, which has quantities as well) with all that is known of it. */
export interface IfcElementFacts {
  expressId: number
  globalId: string
  ifcClass: string
  predefinedType: string | null
  name: string | null
  tag: string | null
  typeName: string | null
  materials: string[]
  /** Codes of itself and of its type, as people read them; null for none. */
  classification: string | null
  /** Express id of the spatial node it is in. */
  place: number | null
  /** Set → property → value; numbers as decimal texts. Codes stand there as the set `Classification`: system → code. */
  psets: PropertyText
  quantities: IfcQuantity[]
  /** What its triangles come to; null where it has none, and unless meshes were asked for. */
  mesh: IfcMesh | null
}

/** Counts of a whole file. */
export interface IfcFigures {
  elements: number
  /** Elements (not spaces) with a quantity of a quantity set that is not zero. */
  withQuantities: number
  /** Quantity sets of the file and the quantities in them, whatever they belong to. */
  quantitySets: number
  quantityValues: number
  /** Those of them, each counted for every element that has it, that are zero. */
  zeroQuantities: number
  /** Names in quantity sets that have no canonical name, and how often each is there. */
  unmapped: Record<string, number>
  /** Null unless meshes were asked for. */
  meshes: number | null
  triangles: number | null
}

/** What the reader of the lines sends, in this order: head, nodes, elements in portions, end. */
export type LinesMessage =
  | { kind: 'head'; head: IfcHead }
  | { kind: 'nodes'; nodes: IfcSpatialNode[] }
  | { kind: 'elements'; elements: PackedElements; total: number }
  | { kind: 'end'; figures: IfcFigures }
  | { kind: 'failed'; code: string; why: string }

/**
 * What a reading hands over: head, nodes, elements in portions, end; and somewhere before the end, when meshes were asked
 * for, a file of `contracts/model-geometry.ts`, packed by gzip, or null when nothing has triangles.
 */
export type IfcPart =
  | Exclude<LinesMessage, { kind: 'failed' | 'elements' }>
  | { kind: 'elements'; elements: IfcElementFacts[]; total: number }
  | { kind: 'geometry'; bytes: Uint8Array | null }
