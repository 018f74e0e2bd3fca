import { withWords } from '../../../page-words.tsx';

export default withWords('disputes', 'operations', 'list', 'views');
