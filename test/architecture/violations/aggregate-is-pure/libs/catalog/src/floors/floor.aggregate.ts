export { UnitController } from '../units/unit.controller.js'; // not allowed: aggregate-is-pure
