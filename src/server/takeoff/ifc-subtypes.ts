/**
 * The kinds of elements in IFC2X3 TC1, IFC4 ADD2 and IFC4X3 ADD2 together (buildingSMART's EXPRESS schemas): by a class, the
 * classes that are directly a kind of it.
 */
const subtypes: Readonly<Record<string, string>> = {
  IfcBeam: 'IfcBeamStandardCase',
  IfcBuildingElement:
    'IfcBeam IfcBuildingElementComponent IfcBuildingElementProxy IfcChimney IfcColumn IfcCovering IfcCurtainWall IfcDoor IfcFooting IfcMember IfcPile IfcPlate IfcRailing IfcRamp IfcRampFlight IfcRoof IfcShadingDevice IfcSlab IfcStair IfcStairFlight IfcWall IfcWindow',
  IfcBuildingElementComponent: 'IfcBuildingElementPart IfcReinforcingElement',
  IfcBuiltElement:
    'IfcBeam IfcBearing IfcBuildingElementProxy IfcChimney IfcColumn IfcCourse IfcCovering IfcCurtainWall IfcDeepFoundation IfcDoor IfcEarthworksElement IfcFooting IfcKerb IfcMember IfcMooringDevice IfcNavigationElement IfcPavement IfcPlate IfcRail IfcRailing IfcRamp IfcRampFlight IfcRoof IfcShadingDevice IfcSlab IfcStair IfcStairFlight IfcTrackElement IfcWall IfcWindow',
  IfcColumn: 'IfcColumnStandardCase',
  IfcDeepFoundation: 'IfcCaissonFoundation IfcPile',
  IfcDistributionControlElement:
    'IfcActuator IfcAlarm IfcController IfcFlowInstrument IfcProtectiveDeviceTrippingUnit IfcSensor IfcUnitaryControlElement',
  IfcDistributionElement: 'IfcDistributionControlElement IfcDistributionFlowElement',
  IfcDistributionFlowElement:
    'IfcDistributionChamberElement IfcEnergyConversionDevice IfcFlowController IfcFlowFitting IfcFlowMovingDevice IfcFlowSegment IfcFlowStorageDevice IfcFlowTerminal IfcFlowTreatmentDevice',
  IfcDoor: 'IfcDoorStandardCase',
  IfcEarthworksElement: 'IfcEarthworksFill IfcReinforcedSoil',
  IfcEdgeFeature: 'IfcChamferEdgeFeature IfcRoundedEdgeFeature',
  IfcElement:
    'IfcBuildingElement IfcBuiltElement IfcCivilElement IfcDistributionElement IfcElectricalElement IfcElementAssembly IfcElementComponent IfcEquipmentElement IfcFeatureElement IfcFurnishingElement IfcGeographicElement IfcGeotechnicalElement IfcTransportElement IfcTransportationDevice IfcVirtualElement',
  IfcElementComponent:
    'IfcBuildingElementPart IfcDiscreteAccessory IfcFastener IfcImpactProtectionDevice IfcMechanicalFastener IfcReinforcingElement IfcSign IfcVibrationDamper IfcVibrationIsolator',
  IfcEnergyConversionDevice:
    'IfcAirToAirHeatRecovery IfcBoiler IfcBurner IfcChiller IfcCoil IfcCondenser IfcCooledBeam IfcCoolingTower IfcElectricGenerator IfcElectricMotor IfcEngine IfcEvaporativeCooler IfcEvaporator IfcHeatExchanger IfcHumidifier IfcMotorConnection IfcSolarDevice IfcTransformer IfcTubeBundle IfcUnitaryEquipment',
  IfcFastener: 'IfcMechanicalFastener',
  IfcFeatureElement: 'IfcFeatureElementAddition IfcFeatureElementSubtraction IfcSurfaceFeature',
  IfcFeatureElementAddition: 'IfcProjectionElement',
  IfcFeatureElementSubtraction: 'IfcEarthworksCut IfcEdgeFeature IfcOpeningElement IfcVoidingFeature',
  IfcFlowController:
    'IfcAirTerminalBox IfcDamper IfcDistributionBoard IfcElectricDistributionBoard IfcElectricDistributionPoint IfcElectricTimeControl IfcFlowMeter IfcProtectiveDevice IfcSwitchingDevice IfcValve',
  IfcFlowFitting: 'IfcCableCarrierFitting IfcCableFitting IfcDuctFitting IfcJunctionBox IfcPipeFitting',
  IfcFlowMovingDevice: 'IfcCompressor IfcFan IfcPump',
  IfcFlowSegment: 'IfcCableCarrierSegment IfcCableSegment IfcConveyorSegment IfcDuctSegment IfcPipeSegment',
  IfcFlowStorageDevice: 'IfcElectricFlowStorageDevice IfcTank',
  IfcFlowTerminal:
    'IfcAirTerminal IfcAudioVisualAppliance IfcCommunicationsAppliance IfcElectricAppliance IfcFireSuppressionTerminal IfcLamp IfcLightFixture IfcLiquidTerminal IfcMedicalDevice IfcMobileTelecommunicationsAppliance IfcOutlet IfcSanitaryTerminal IfcSignal IfcSpaceHeater IfcStackTerminal IfcWasteTerminal',
  IfcFlowTreatmentDevice: 'IfcDuctSilencer IfcElectricFlowTreatmentDevice IfcFilter IfcInterceptor',
  IfcFurnishingElement: 'IfcFurniture IfcSystemFurnitureElement',
  IfcGeotechnicalAssembly: 'IfcBorehole IfcGeomodel IfcGeoslice',
  IfcGeotechnicalElement: 'IfcGeotechnicalAssembly IfcGeotechnicalStratum',
  IfcMember: 'IfcMemberStandardCase',
  IfcOpeningElement: 'IfcOpeningStandardCase',
  IfcPlate: 'IfcPlateStandardCase',
  IfcReinforcingElement: 'IfcReinforcingBar IfcReinforcingMesh IfcTendon IfcTendonAnchor IfcTendonConduit',
  IfcSlab: 'IfcSlabElementedCase IfcSlabStandardCase',
  IfcTransportationDevice: 'IfcTransportElement IfcVehicle',
  IfcWall: 'IfcWallElementedCase IfcWallStandardCase',
  IfcWindow: 'IfcWindowStandardCase',
}

/** A class and everything that is a kind of it, as a wall of the older schema mostly is: `IfcWall` → `IfcWall`, `IfcWallStandardCase`, … */
export function withSubtypes(ifcClass: string): string[] {
  const below = Object.hasOwn(subtypes, ifcClass) ? (subtypes[ifcClass] ?? '').split(' ') : []
  return [...new Set([ifcClass, ...below.flatMap(withSubtypes)])]
}
