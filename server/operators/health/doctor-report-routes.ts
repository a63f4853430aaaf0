import type { Router } from 'express';
import { siteCalls } from '../../../src/contracts/operators/site-calls.ts';
import type { Doctor } from '../../content/doctor/doctor.ts';
import type { OperatorGuard } from '../api/operator-guard.ts';
import { createCallRouter } from '../api/serve-call.ts';

/** Serves the results of the checks of WordPress to operators. */
export function createDoctorReportRoutes({
  doctor,
  guard,
}: {
  doctor: Doctor;
  guard: OperatorGuard;
}): Router {
  const { router, serve } = createCallRouter(guard);
  serve(siteCalls.doctor, () => doctor.report());
  return router;
}
