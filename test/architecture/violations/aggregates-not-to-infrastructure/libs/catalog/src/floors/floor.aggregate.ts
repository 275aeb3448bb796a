export { UnitController } from '../units/unit.controller.js'; // not allowed: aggregates-not-to-infrastructure
